import { Refusal } from '../../shared/model/problem';

/** A port as an option has it; null when none was given. @throws Refusal `invalid` */
export function readPort(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Refusal({
    code: 'invalid',
    field: 'port',
    message: `“${text}” is not a port. Use a number from 1 to 65535, such as --port 7879.`,
  });
}
