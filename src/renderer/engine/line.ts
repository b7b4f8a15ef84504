/** A way to the engine and back. Each message is one JSON text; a closed line drops what is sent into it. */
export type Line = { send(text: string): void; close(): void };

/** What stands between the page and the engine right now. */
export type LinkState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'up' }
  | { readonly kind: 'restarting'; readonly why: string }
  | { readonly kind: 'refused'; readonly message: string }
  /** Browser only: the page was opened without the token of the printed URL. */
  | { readonly kind: 'no-token' }
  | { readonly kind: 'lost'; readonly everUp: boolean };

export type LineEvents = {
  /** A fresh line; any earlier one is gone. */
  opened(line: Line): void;
  text(text: string): void;
  closed(): void;
  link(state: LinkState): void;
};

/** Starts to connect and keeps connected; answers with the way to stop. */
export type Transport = (events: LineEvents) => () => void;
