import { sayProblem } from '../model/file-fields';
import { ok, type Result, refuse } from '../model/problem';
import { type CommandName, commandInputs } from './commands';

/** What a client sent, decoded, or the first thing that is wrong with it. */
export function decodeCommand(name: CommandName, args: unknown): Result<unknown> {
  if (!Object.hasOwn(commandInputs, name))
    return refuse('invalid', `There is no command “${String(name).slice(0, 60)}”.`);
  const decoded = commandInputs[name].safeParse(args ?? {}, { error: sayProblem });
  if (decoded.success) return ok(decoded.data);
  const issue = decoded.error.issues[0];
  return refuse('invalid', issue?.message ?? 'The input is wrong.', issue?.path.join('.') || undefined);
}
