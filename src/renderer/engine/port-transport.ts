import type { EngineStatus } from '../../shared/contract/channel';
import type { DesktopRequest } from '../../shared/contract/desktop';
import type { ShellCommand } from '../../shared/contract/shell';
import type { Transport } from './line';

/** What the preload offers the page. */
export type ShellBridge = {
  readonly ready: () => void;
  /** Answers with a `DesktopAnswer`, which is read like anything from outside. */
  readonly askDesktop: (request: DesktopRequest) => Promise<unknown>;
  /** What lies around the page follows its theme. */
  readonly setTheme: (theme: 'system' | 'dark' | 'light') => void;
  readonly onStatus: (listener: (status: EngineStatus) => void) => () => void;
  readonly onCommand?: (listener: (command: ShellCommand) => void) => () => void;
};

declare global {
  interface Window {
    readonly retryscope?: ShellBridge;
  }
}

const isPortNews = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'retryscope-port';

/**
 * In the window: the shell hands over a MessagePort after `ready()`, and another one after every restart of the
 * engine process. A new port replaces the old one.
 */
export const portTransport =
  (bridge: ShellBridge, page: Window): Transport =>
  (events) => {
    let port: MessagePort | null = null;
    let refused = false;

    const drop = (): void => {
      if (port === null) return;
      port.close();
      port = null;
      events.closed();
    };
    const onMessage = (message: MessageEvent): void => {
      const next = message.ports[0];
      if (message.source !== page || next === undefined || !isPortNews(message.data)) return;
      drop();
      port = next;
      refused = false;
      next.onmessage = (incoming: MessageEvent) => {
        if (typeof incoming.data === 'string') events.text(incoming.data);
      };
      next.start();
      events.link({ kind: 'up' });
      events.opened({ send: (text) => next.postMessage(text), close: drop });
    };
    const offStatus = bridge.onStatus((status) => {
      switch (status.kind) {
        case 'up':
          if (refused && port === null) events.link({ kind: 'connecting' });
          refused = false;
          return;
        case 'restarting':
          drop();
          events.link({ kind: 'restarting', why: status.why });
          return;
        case 'refused':
          refused = true;
          drop();
          events.link({ kind: 'refused', message: status.message });
      }
    });

    page.addEventListener('message', onMessage);
    bridge.ready();
    return () => {
      page.removeEventListener('message', onMessage);
      offStatus();
      drop();
    };
  };
