import {
  type BodySource,
  type Formatted,
  formatBody,
  type OpenedBody,
  openBody,
  type ToFormat,
} from '../view-models/bodies/open-body';
import { bytesOf } from '../view-models/body-bytes';
import { compareMessages, type ToCompare } from '../view-models/compare/compare-messages';
import type { Comparison } from '../view-models/compare/comparison';

/** The work on bodies that can be long: done beside the page when they are large, and on it when they are small. */
export type BodyTasks = {
  readonly open: (source: BodySource) => Promise<OpenedBody>;
  readonly format: (asked: ToFormat) => Promise<Formatted>;
  readonly compare: (pair: ToCompare) => Promise<Comparison>;
};
export type TaskName = keyof BodyTasks;
export type TaskInput<K extends TaskName> = Parameters<BodyTasks[K]>[0];
export type TaskOutput<K extends TaskName> = Awaited<ReturnType<BodyTasks[K]>>;

export const bodyTasks: BodyTasks = {
  open: (source) => openBody(bytesOf(source.base64), source),
  format: async (asked) => formatBody(asked),
  compare: (pair) => compareMessages(pair),
};

export type Ask = {
  [K in TaskName]: { readonly id: number; readonly name: K; readonly input: TaskInput<K> };
}[TaskName];
export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: TaskOutput<TaskName> }
  | { readonly id: number; readonly ok: false; readonly why: string };
