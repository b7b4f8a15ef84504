import { parseArgs } from 'node:util';
import { Refusal } from '../../shared/model/problem';
import { serve } from './serve';

/** `npm run serve`: `retryscope serve` without the rest of the command line. */
const EXIT_REFUSED = 2;
const log = (line: string): void => void process.stderr.write(`${line}\n`);

try {
  const { values } = parseArgs({
    options: { 'data-dir': { type: 'string' }, port: { type: 'string' } },
  });
  await serve(
    { dataDir: values['data-dir'], port: values.port },
    { out: (text) => process.stdout.write(text), log },
    new URL(import.meta.url),
  );
} catch (error) {
  const isArgument = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!isArgument && !(error instanceof Refusal)) throw error;
  log(error.message);
  if (isArgument) log('Its options are --data-dir FOLDER and --port N.');
  process.exit(EXIT_REFUSED);
}
