import type { EngineStatus } from '../../../src/shared/contract/channel';
import { FakeEngine, type World } from '../fake-engine';

// The page in a browser, with a made-up engine behind the bridge: `?world=empty|full|many`. To be looked at only.
const wanted = new URLSearchParams(window.location.search).get('world');
const world: World = wanted === 'empty' || wanted === 'many' ? wanted : 'full';

Object.defineProperty(window, 'retryscope', {
  value: {
    ready() {
      const { port1, port2 } = new MessageChannel();
      const engine = new FakeEngine(world, (text) => port1.postMessage(text));
      port1.onmessage = (message: MessageEvent) => engine.hear(String(message.data));
      window.postMessage({ kind: 'retryscope-port' }, '*', [port2]);
    },
    onStatus: (listener: (status: EngineStatus) => void) => {
      listener({ kind: 'up' });
      return () => undefined;
    },
  },
});
