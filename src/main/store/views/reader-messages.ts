import type { Problem } from '../../../shared/model/problem';
import type { ViewName } from './view-answers';

/** What the reader's thread is started with. */
export type ReaderStart = { readonly file: string };

export type ReaderRequest = { readonly seq: number; readonly name: ViewName; readonly args: readonly unknown[] };

export type ReaderReply =
  | { readonly kind: 'answer'; readonly seq: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly seq: number; readonly problem: Problem }
  | { readonly kind: 'failure'; readonly seq: number; readonly message: string }
  | { readonly kind: 'log'; readonly line: string };
