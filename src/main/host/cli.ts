import { setFlagsFromString } from 'node:v8';
import { Command, CommanderError } from 'commander';
import { Refusal } from '../../shared/model/problem';
import { printPolicies, printPolicy } from './cli-policies';
import { EXIT_STOPPED, RUN_EXAMPLES, type RunFlags, runFile } from './cli-run';
import { VERSION } from './version';

/** The command line. Answers go to stdout, errors to stderr; exit code 2 for bad input. */
const EXIT_BAD_INPUT = 2;

const out = (text: string): void => void process.stdout.write(`${text}\n`);
const write = (text: string): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));

const program = new Command('retryscope')
  .description('Delivers events exactly as a webhook provider would, and shows every attempt.')
  .version(VERSION)
  .exitOverride()
  .configureOutput({ writeErr: (text) => void process.stderr.write(text) })
  .showHelpAfterError('Run with --help to see what there is.');

const policies = program.command('policies').description('The delivery policies that are built in.');
policies
  .command('list')
  .description('One line a policy.')
  .option('--json', 'one JSON document')
  .action((options: { json?: true }) => out(printPolicies(options.json === true)));
policies
  .command('show <id>')
  .description('The schedule of a policy: each attempt with its wait and age.')
  .option('--json', 'one JSON document: { id, name, attempts: [{ n, delayMs, ageMs }] }')
  .addHelpText('after', '\nExample:\n  retryscope policies show fianto --json')
  .action((id: string, options: { json?: true }) => out(printPolicy(id, options.json === true)));

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
  .addHelpText('after', RUN_EXAMPLES)
  .action(async (file: string, flags: RunFlags) => {
    // Short-lived objects would otherwise be let grow to over 100 MiB before they are looked through.
    setFlagsFromString('--semi-space-growth-factor=1');
    const stop = new AbortController();
    process.on('SIGINT', () => {
      if (stop.signal.aborted) process.exit(EXIT_STOPPED);
      stop.abort();
    });
    process.exitCode = await runFile(file, flags, { write, errors: process.stderr }, stop.signal);
  });

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_BAD_INPUT;
  } else if (error instanceof Refusal) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = EXIT_BAD_INPUT;
  } else {
    throw error;
  }
}
