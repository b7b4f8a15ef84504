import { Argument, Command, CommanderError, Option } from 'commander';
import { EXPORT_FORMATS } from '../../shared/contract/export';
import { DELIVERY_STATES } from '../../shared/model/delivery';
import { Refusal } from '../../shared/model/problem';
import { printPolicies, printPolicy, validatePolicies } from './cli-policies';
import { RUN_EXAMPLES, type RunFlags, runFile } from './cli-run';
import { COMPLETION_EXAMPLES, completionScript, SHELLS } from './completion';
import { DOCTOR_EXAMPLES, runDoctor } from './doctor/cli-doctor';
import { EXPORT_EXAMPLES, type ExportFlags, exportLog } from './export/cli-export';
import { IMPORT_EXAMPLES, importLog } from './import/cli-import';
import { plainText } from './scenario/plain-text';
import type { LineOutput } from './scenario/progress-line';
import { SEND_EXAMPLES, type SendFlags, sendEvent } from './send/cli-send';
import { SERVE_EXAMPLES, type ServeFlags, serve } from './serve';
import { VERSION } from './version';

export const EXIT_BAD_INPUT = 2;

/** Says in help and completion what an option may be; the command itself checks it, with words of its own. */
const offering = (option: Option, choices: readonly string[]): Option => Object.assign(option, { argChoices: choices });

/** Answers go to `out`, everything else to `errors`. `out` resolves once more can be taken. */
export type CliOutputs = {
  readonly out: (text: string) => Promise<void>;
  readonly errors: LineOutput;
};

/**
 * Runs one command line. Returns the exit code: 2 for bad input, else what the command says; null when it goes on by
 * itself until the system ends the process.
 * @param args what follows the program's name
 * @param stop ends a running command in good order
 * @param entry the built file that this process runs: pages, reader and packages are found from there
 * @param input standard input, opened when a command reads it
 */
export async function runCommandLine(
  args: readonly string[],
  { out, errors }: CliOutputs,
  stop: AbortSignal,
  entry: URL,
  input: () => AsyncIterable<Uint8Array> = () => process.stdin,
): Promise<number | null> {
  let exitCode: number | null = 0;
  let printed = Promise.resolve();
  const print = (text: string): void => {
    printed = printed.then(() => out(text));
  };
  const program = new Command('retryscope')
    .description('Delivers events exactly as a webhook provider would, and shows every attempt.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: (text) => void errors.write(text) })
    .showHelpAfterError('Run with --help to see what there is.');

  const policies = program.command('policies').description('Delivery policies: those that are built in, and files.');
  policies
    .command('list [files...]')
    .description('One line a policy: the built-in ones, then those of files.')
    .option('--json', 'one JSON document')
    .action((files: readonly string[], options: { json?: true }) =>
      print(`${printPolicies(files, options.json === true)}\n`),
    );
  policies
    .command('show <policy>')
    .description('The schedule of a policy, named by its id or its file: each attempt with its wait and age.')
    .option('--json', 'one JSON document: { id, name, attempts: [{ n, delayMs, ageMs }] }')
    .addHelpText(
      'after',
      '\nExamples:\n  retryscope policies show fianto --json\n  retryscope policies show ./patient.yaml',
    )
    .action((id: string, options: { json?: true }) => print(`${printPolicy(id, options.json === true)}\n`));
  policies
    .command('validate <files...>')
    .description('Checks policy files. Exit code 2 when one cannot be used. The format: docs/policy-format.md.')
    .option('--json', 'one JSON document: [{ file, valid, errors, warnings }]')
    .addHelpText('after', '\nExample:\n  retryscope policies validate policies/*.yaml')
    .action((files: readonly string[], options: { json?: true }) => {
      const said = validatePolicies(files, options.json === true);
      if (said.out !== '') print(said.out);
      if (said.errors !== '') errors.write(plainText(said.errors));
      if (!said.ok) exitCode = EXIT_BAD_INPUT;
    });

  const each = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
  program
    .command('run <file>')
    .description('Runs a scenario file and judges its expectations. The format: docs/scenario-format.md.')
    .option('--clock <clock>', 'realtime, skip, or a factor such as 60, instead of the file’s')
    .option('--seed <number>', 'instead of the file’s')
    .option('--url <name=url>', 'sends an endpoint’s events to this URL; may be given more than once', each)
    .option('--data-dir <folder>', 'keeps the run in this folder; without it a temporary one is removed afterwards')
    .option('--junit <file>', 'writes a JUnit report, one test case an expectation')
    .option('--json', 'one JSON document on standard output, and nothing else')
    .option('--compare <file>', 'compares with an earlier run, by the document that --json wrote of it')
    .addHelpText('after', RUN_EXAMPLES)
    .action(async (file: string, flags: RunFlags) => {
      exitCode = await runFile(file, flags, { write: out, errors }, stop);
    });

  program
    .command('send <type>')
    .description('Sends an event through the app that runs.')
    .option(
      '--to <endpoint>',
      'an endpoint, by its name or id; may be given more than once; without it the only one',
      each,
    )
    .option('--data <text>', 'the body as text')
    .option('--file <file>', 'the body from a file, byte for byte; - is standard input')
    .option('--content-type <type>', 'of the body; without it JSON, text or bytes, as the body is')
    .option('--count <number>', 'so many events, 1 to 1,000', '1')
    .option('--idempotency-key <key>', 'the same again under it within 24 hours sends nothing more')
    .option('--wait', 'waits until each delivery is over, and says each attempt')
    .option('--timeout <duration>', 'with --wait, at most so long', '60s')
    .option('--json', 'one JSON document on standard output, and nothing else')
    .option('--data-dir <folder>', 'the data folder of the app that runs; without it the app’s own')
    .addHelpText('after', SEND_EXAMPLES)
    .action(async (type: string, flags: SendFlags) => {
      exitCode = await sendEvent(type, flags, { write: out, errors }, input, stop);
    });

  program
    .command('export')
    .description('Writes what was recorded to a file. The formats: docs/export-format.md.')
    .addOption(offering(new Option('--format <format>', 'the kind of file').default('ndjson'), EXPORT_FORMATS))
    .option('--out <file>', 'where to; - is standard output', '-')
    .option('--run <run>', 'one run, by its id or name, or live; without it all of them')
    .option('--delivery <id>', 'one delivery; may be given more than once', each)
    .option('--endpoint <endpoint>', 'deliveries to this endpoint, by its id or name')
    .addOption(
      offering(
        new Option('--state <state>', 'deliveries in this state; may be given more than once').argParser(each),
        DELIVERY_STATES,
      ),
    )
    .option('--text <text>', 'deliveries with this text in the event’s type or in an id')
    .option('--since <instant>', 'deliveries made at this virtual time or later, such as 2026-11-30T06:00:00Z')
    .option('--until <instant>', 'deliveries made at this virtual time or earlier')
    .option('--no-redact', 'keeps secrets: authorization, cookies, signatures, tokens')
    .option('--data-dir <folder>', 'the data folder; without it the app’s own')
    .addHelpText('after', EXPORT_EXAMPLES)
    .action(async (flags: ExportFlags) => {
      exitCode = await exportLog(flags, { write: out, errors }, stop);
    });

  program
    .command('import <file>')
    .description('Adds the runs of an NDJSON export to a data folder, as they were.')
    .option('--data-dir <folder>', 'the data folder; without it the app’s own')
    .addHelpText('after', IMPORT_EXAMPLES)
    .action(async (file: string, flags: { dataDir?: string }) => {
      exitCode = await importLog(file, flags, { write: out, errors }, stop);
    });

  program
    .command('serve')
    .description('Serves the app to a browser on this machine, without a window.')
    .option('--port <port>', 'where to listen; without it 7879, or the next free one')
    .option('--data-dir <folder>', 'the data folder; without it the app’s own')
    .addHelpText('after', SERVE_EXAMPLES)
    .action(async (flags: ServeFlags) => {
      await serve(flags, { out: print, log: (line) => void errors.write(`${line}\n`) }, entry);
      exitCode = null;
    });

  program
    .command('doctor')
    .description('Looks at versions, data folder, database and ports, and says how to mend what is wrong.')
    .option('--data-dir <folder>', 'the data folder; without it the app’s own')
    .option('--json', 'one JSON document: { ok, findings: [{ part, name, level, says, mend }] }')
    .addHelpText('after', DOCTOR_EXAMPLES)
    .action(async (flags: { dataDir?: string; json?: true }) => {
      exitCode = await runDoctor(flags, out, entry);
    });

  program
    .command('completion')
    .description('Prints what lets a shell complete the commands and options.')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText('after', COMPLETION_EXAMPLES)
    .action((shell: string) => print(completionScript(program, shell)));

  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) exitCode = error.exitCode === 0 ? 0 : EXIT_BAD_INPUT;
    else if (error instanceof Refusal) {
      errors.write(`${plainText(error.message)}\n`);
      exitCode = EXIT_BAD_INPUT;
    } else throw error;
  }
  await printed;
  return exitCode;
}
