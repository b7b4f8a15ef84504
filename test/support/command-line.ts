import { pathToFileURL } from 'node:url';
import { runCommandLine } from '../../src/main/host/cli-program';

export type Said = { readonly code: number | null; readonly out: string; readonly errors: string };

/** Runs a command line in this process, and keeps what it says. `input` comes in on standard input. */
export async function retryscope(
  args: readonly string[],
  signal = new AbortController().signal,
  input: readonly Uint8Array[] = [],
): Promise<Said> {
  let out = '';
  let errors = '';
  const outputs = {
    out: async (text: string) => {
      out += text;
    },
    errors: {
      write: (text: string) => {
        errors += text;
      },
    },
  };
  const code = await runCommandLine(
    args,
    outputs,
    signal,
    pathToFileURL(`${process.cwd()}/out/main/cli.js`),
    async function* () {
      yield* input;
    },
  );
  return { code, out, errors };
}
