import type { Result } from '../model/problem';
import type { CommandName } from './commands';
import type { Frame } from './views';

/**
 * What a channel carries, whichever it is: MessagePort in the window, WebSocket in the browser. Each message is one
 * JSON text.
 */
export type ClientMessage = {
  readonly kind: 'call';
  readonly seq: number;
  readonly name: CommandName;
  readonly args: unknown;
};

export type EngineMessage =
  | { readonly kind: 'answer'; readonly seq: number; readonly result: Result<unknown> }
  | { readonly kind: 'frame'; readonly frame: Frame };

/** What the window's shell says about the engine process itself. */
export type EngineStatus =
  | { readonly kind: 'up' }
  /** The process died and is being started again. */
  | { readonly kind: 'restarting'; readonly why: string }
  /** It refused to start (data folder held by another instance, newer file …): shown instead of the app. */
  | { readonly kind: 'refused'; readonly message: string };
