import type { CommandInput, CommandOutputs } from '../../../shared/contract/commands';
import { type Preferences, redactionOf } from '../../../shared/contract/preferences';
import { filterOf } from '../../../shared/filter/read-filter';
import type { LogQuery } from '../../../shared/log/query';
import type { RunId } from '../../../shared/model/ids';
import { Refusal } from '../../../shared/model/problem';
import { sayRedacted } from '../../../shared/redaction/redactor';
import type { SystemClock } from '../../engine/ports';
import type { LogViews } from '../../engine/views-port';
import { type OpenExport, openExport } from '../../export/export';

/** An export that nobody goes on with is let go: it holds a commit in the write-ahead log. */
const IDLE_MS = 60_000;

export type JobPorts = {
  readonly views: LogViews;
  readonly system: Pick<SystemClock, 'ring'>;
  readonly preferences: () => Preferences;
  readonly liveRunId: () => RunId;
  /** Virtual epoch ms of the live run. */
  readonly virtualNow: () => number;
  readonly version: string;
};

type Job = { readonly opened: OpenExport; cancelAlarm: () => void; busy: boolean };

/** Exports that a page takes part by part: the next part is made when it is asked for. */
export class ExportJobs {
  readonly #ports: JobPorts;
  readonly #jobs = new Map<number, Job>();
  #lastId = 0;

  constructor(ports: JobPorts) {
    this.#ports = ports;
  }

  /** @throws Refusal `conflict` when too many are being made */
  async begin({ format, scope, redact }: CommandInput<'export.begin'>): Promise<CommandOutputs['export.begin']> {
    const redaction = redactionOf(this.#ports.preferences());
    const opened = await openExport(this.#ports.views, {
      format,
      query: queryOf(scope, this.#ports.liveRunId(), this.#ports.virtualNow()),
      redaction: redact === null ? redaction : { ...redaction, on: redact },
      app: this.#ports.version,
    });
    this.#lastId += 1;
    const id = this.#lastId;
    const job: Job = { opened, cancelAlarm: () => {}, busy: false };
    this.#jobs.set(id, job);
    this.#watch(id, job);
    return { id, of: opened.progress().of };
  }

  /** @throws Refusal `not-found` when it ended or was cancelled; `conflict` when a part is being made already */
  async next({ id }: CommandInput<'export.next'>): Promise<CommandOutputs['export.next']> {
    const job = this.#jobs.get(id);
    if (job === undefined)
      throw new Refusal({ code: 'not-found', message: 'This export ended, or was cancelled. Begin it again.' });
    if (job.busy) throw new Refusal({ code: 'conflict', message: 'The part before is being made. Wait for it.' });
    job.busy = true;
    job.cancelAlarm();
    try {
      const part = await job.opened.text.next();
      const { done, of } = job.opened.progress();
      if (part.done === true) await this.#end(id, job);
      else this.#watch(id, job);
      return {
        part: part.done === true ? null : part.value,
        done,
        of,
        redacted: sayRedacted(job.opened.redacted()),
      };
    } catch (error) {
      await this.#end(id, job);
      throw error;
    } finally {
      job.busy = false;
    }
  }

  async cancel({ id }: CommandInput<'export.cancel'>): Promise<CommandOutputs['export.cancel']> {
    const job = this.#jobs.get(id);
    if (job !== undefined) await this.#end(id, job);
    return { cancelled: job !== undefined };
  }

  async close(): Promise<void> {
    for (const [id, job] of [...this.#jobs]) await this.#end(id, job);
  }

  #watch(id: number, job: Job): void {
    job.cancelAlarm = this.#ports.system.ring(IDLE_MS, () => void this.#end(id, job));
  }

  async #end(id: number, job: Job): Promise<void> {
    this.#jobs.delete(id);
    job.cancelAlarm();
    await job.opened.close();
  }
}

function queryOf(scope: CommandInput<'export.begin'>['scope'], liveRunId: RunId, nowMs: number): LogQuery {
  if (scope.kind === 'everything') return { runId: null, filter: null };
  if (scope.kind === 'run') return { runId: scope.id ?? liveRunId, filter: null };
  const { kind: _, filter, ...chosen } = scope;
  const only = filter === '' ? null : { typed: filter, filter: filterOf('delivery', filter), nowMs };
  return { runId: liveRunId, filter: { ...chosen, only } };
}
