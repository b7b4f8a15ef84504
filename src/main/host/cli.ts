import { Command, CommanderError } from 'commander';
import { Refusal } from '../../shared/model/problem';
import { printPolicies, printPolicy } from './cli-policies';
import { VERSION } from './version';

/** The command line. Answers go to stdout, errors to stderr; exit code 2 for bad input. */
const EXIT_BAD_INPUT = 2;

const out = (text: string): void => void process.stdout.write(`${text}\n`);

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
