import { setFlagsFromString } from 'node:v8';
import { openExport } from '../../src/main/export/export';
import { openReader } from '../../src/main/store/open-reader';
import type { ExportFormat } from '../../src/shared/contract/export';
import { reportAndEnd, subjectArgs } from '../subject';

export type ExportArgs = { readonly dataDir: string; readonly format: ExportFormat };

/** Memory of the whole process at most, and how long the export took. */
export type ExportReport = { readonly peakMiB: number; readonly tookMs: number; readonly attempts: number };

/** An export that somebody takes as fast as it comes, and throws away. */
const { dataDir, format } = subjectArgs<ExportArgs>();
// As the command line starts.
setFlagsFromString('--semi-space-growth-factor=1');
const reader = openReader(dataDir, () => {});
const begunAt = performance.now();
const query = { runId: null, filter: null };
const redaction = { on: true, headers: [], query: [], jsonPaths: ['$.id'] };
const opened = await openExport(reader.views, { format, query, redaction, app: 'bench' });
let characters = 0;
for await (const part of opened.text) characters += part.length;
await opened.close();
const tookMs = performance.now() - begunAt;
const { attempts } = await reader.views.kindCounts();
await reader.close();
if (characters === 0) throw new Error('the export is empty');
reportAndEnd({ peakMiB: process.resourceUsage().maxRSS / 1_024, tookMs, attempts } satisfies ExportReport);
