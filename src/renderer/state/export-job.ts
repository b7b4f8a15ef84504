import type { Call, CommandArgs } from '../../shared/contract/commands';
import type { Problem } from '../../shared/model/problem';

export type ExportProgress = { readonly done: number; readonly of: number };

export type ExportEnd =
  | { readonly kind: 'made'; readonly blob: Blob; readonly redacted: string }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'cancelled' };

/**
 * Takes an export part by part. The browser keeps the parts, which it may do on disk: the page holds one at a time.
 * @param signal cancels it
 */
export async function takeExport(
  call: Call,
  wish: CommandArgs<'export.begin'>,
  signal: AbortSignal,
  progress: (now: ExportProgress) => void,
): Promise<ExportEnd> {
  const begun = await call('export.begin', wish);
  if (!begun.ok) return { kind: 'refused', problem: begun.problem };
  const { id } = begun.value;
  const parts: Blob[] = [];
  for (;;) {
    if (signal.aborted) {
      await call('export.cancel', { id });
      return { kind: 'cancelled' };
    }
    const next = await call('export.next', { id });
    if (!next.ok) return { kind: 'refused', problem: next.problem };
    const { part, done, of, redacted } = next.value;
    progress({ done, of });
    if (part === null) return { kind: 'made', blob: new Blob(parts, { type: 'application/octet-stream' }), redacted };
    parts.push(new Blob([part]));
  }
}
