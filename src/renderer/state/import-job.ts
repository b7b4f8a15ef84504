import type { Call, CommandOutputs } from '../../shared/contract/commands';
import type { Problem } from '../../shared/model/problem';

export type ImportEnd =
  | { readonly kind: 'done'; readonly imported: CommandOutputs['import.finish'] }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'cancelled' };

/** Characters of a piece; a command carries 4 MiB. */
const PIECE = 524_288;

/** Hands a log file over piece by piece: the page holds one of them. */
export async function giveLog(
  call: Call,
  file: File,
  signal: AbortSignal,
  progress: (rows: number) => void,
): Promise<ImportEnd> {
  const begun = await call('import.begin', {});
  if (!begun.ok) return { kind: 'refused', problem: begun.problem };
  const { id } = begun.value;
  const reader = file
    .stream()
    .pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true }))
    .getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    for (let at = 0; at < next.value.length; at += PIECE) {
      if (signal.aborted) {
        await call('import.cancel', { id });
        return { kind: 'cancelled' };
      }
      const taken = await call('import.add', { id, text: next.value.slice(at, at + PIECE) });
      if (!taken.ok) return { kind: 'refused', problem: taken.problem };
      progress(taken.value.rows);
    }
  }
  const finished = await call('import.finish', { id });
  return finished.ok ? { kind: 'done', imported: finished.value } : { kind: 'refused', problem: finished.problem };
}
