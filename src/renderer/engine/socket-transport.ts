import type { LineEvents, Transport } from './line';

const TOKEN_KEY = 'retryscope-token';
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/** The wait before the next try after `failures` tries that failed in a row (0, 1, 2 …), in ms. */
export const reconnectDelayMs = (failures: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));

/** The token in an address's fragment, or null. */
export function tokenInHash(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
  return token === null || token === '' ? null : token;
}

/**
 * Takes the token out of the address bar, so that it is in no screenshot and no history, and keeps it for reloads of
 * this tab.
 */
function takeToken(page: Window): string | null {
  const fresh = tokenInHash(page.location.hash);
  if (fresh !== null) {
    page.sessionStorage.setItem(TOKEN_KEY, fresh);
    page.history.replaceState(null, '', page.location.pathname + page.location.search);
  }
  return page.sessionStorage.getItem(TOKEN_KEY);
}

/** A token that replaces the former one, for the next time that the channel is opened. */
export const keepToken = (page: Window, token: string): void => page.sessionStorage.setItem(TOKEN_KEY, token);

/** In a browser: a WebSocket with the token as its second subprotocol, opened again whenever it closes. */
export const socketTransport =
  (page: Window, open: (url: string, protocols: string[]) => WebSocket): Transport =>
  (events) => {
    const token = takeToken(page);
    if (token === null) {
      events.link({ kind: 'no-token' });
      return () => {};
    }
    const scheme = page.location.protocol === 'https:' ? 'wss' : 'ws';
    const url = `${scheme}://${page.location.host}/channel`;
    return keepOpen(() => open(url, ['retryscope', page.sessionStorage.getItem(TOKEN_KEY) ?? token]), events, page);
  };

function keepOpen(open: () => WebSocket, events: LineEvents, page: Window): () => void {
  let failures = 0;
  let everUp = false;
  let stopped = false;
  let timer: number | undefined;
  let socket: WebSocket | null = null;

  const connect = (): void => {
    const current = open();
    let isUp = false;
    socket = current;
    current.onopen = () => {
      failures = 0;
      everUp = true;
      isUp = true;
      events.link({ kind: 'up' });
      events.opened({ send: (text) => current.send(text), close: () => current.close() });
    };
    current.onmessage = (message: MessageEvent) => {
      if (typeof message.data === 'string') events.text(message.data);
    };
    current.onclose = () => {
      if (isUp) events.closed();
      if (stopped) return;
      events.link({ kind: 'lost', everUp });
      timer = page.setTimeout(connect, reconnectDelayMs(failures));
      failures += 1;
    };
  };

  connect();
  return () => {
    stopped = true;
    page.clearTimeout(timer);
    socket?.close();
  };
}
