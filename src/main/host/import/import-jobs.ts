import type { CommandInput, CommandOutputs } from '../../../shared/contract/commands';
import { Refusal } from '../../../shared/model/problem';
import type { SystemClock } from '../../engine/ports';
import { type ImportPorts, LogImport } from './log-import';

/** An import that nobody goes on with is taken back. */
const IDLE_MS = 60_000;

type Job = { readonly id: number; readonly log: LogImport; cancelAlarm: () => void };

/** The log file that a page hands over piece by piece: one at a time, since all of it goes into one database. */
export class ImportJobs {
  readonly #ports: ImportPorts & { readonly system: Pick<SystemClock, 'ring'> };
  #job: Job | null = null;
  #lastId = 0;

  constructor(ports: ImportPorts & { readonly system: Pick<SystemClock, 'ring'> }) {
    this.#ports = ports;
  }

  /** @throws Refusal `conflict` while another one goes on */
  begin(): CommandOutputs['import.begin'] {
    if (this.#job !== null)
      throw new Refusal({ code: 'conflict', message: 'A log is being imported. Wait for it, or cancel it.' });
    this.#lastId += 1;
    this.#job = { id: this.#lastId, log: new LogImport(this.#ports), cancelAlarm: () => {} };
    this.#watch(this.#job);
    return { id: this.#lastId };
  }

  /** @throws Refusal for what is wrong with the file; nothing of it is left then */
  add({ id, text }: CommandInput<'import.add'>): CommandOutputs['import.add'] {
    const job = this.#of(id);
    try {
      job.log.add(text);
    } catch (error) {
      this.#end(job);
      throw error;
    }
    this.#watch(job);
    return { rows: job.log.rows };
  }

  /** @throws Refusal when the file is not whole; nothing of it is left then */
  finish({ id }: CommandInput<'import.finish'>): CommandOutputs['import.finish'] {
    const job = this.#of(id);
    this.#end(job);
    return job.log.finish();
  }

  cancel({ id }: CommandInput<'import.cancel'>): CommandOutputs['import.cancel'] {
    const job = this.#job?.id === id ? this.#job : null;
    if (job !== null) this.#drop(job);
    return { cancelled: job !== null };
  }

  close(): void {
    if (this.#job !== null) this.#drop(this.#job);
  }

  #of(id: number): Job {
    if (this.#job?.id === id) return this.#job;
    throw new Refusal({ code: 'not-found', message: 'This import ended, or was cancelled. Begin it again.' });
  }

  #watch(job: Job): void {
    job.cancelAlarm();
    job.cancelAlarm = this.#ports.system.ring(IDLE_MS, () => this.#drop(job));
  }

  #drop(job: Job): void {
    this.#end(job);
    job.log.abandon();
  }

  #end(job: Job): void {
    job.cancelAlarm();
    if (this.#job === job) this.#job = null;
  }
}
