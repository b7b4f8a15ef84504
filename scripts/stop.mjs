/** A reason to stop that is meant for the person: its message is printed alone, without a stack. */
export class Stop extends Error {}

/**
 * Runs a command's `main` and turns its result into the exit code.
 * @param {() => Promise<number>} main
 */
export async function runCommand(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(
      `\n${error instanceof Stop ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exitCode = 1;
  }
}
