import { Tooltip } from 'radix-ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { portTransport } from './engine/port-transport';
import { socketTransport } from './engine/socket-transport';
import { writtenEvent } from './state/draft';
import { EngineContext } from './state/engine-context';
import { linkEngine } from './state/engine-link';
import { keepFocus } from './state/focus-keeper';
import { drawerOf, keepWritten } from './state/keep-written';
import { followMenuKeys } from './state/menu-keys';
import { followPreferences } from './state/preferences';
import { followTheme } from './state/theme';
import './styles/all.css';

followTheme(document.documentElement);

const shell = window.retryscope;
const engine = linkEngine(
  shell === undefined
    ? socketTransport(window, (url, protocols) => new WebSocket(url, protocols))
    : portTransport(shell, window),
);

followPreferences(engine);
const keptEvent = keepWritten(drawerOf(engine, 'event'), writtenEvent);
window.addEventListener('pagehide', () => void keptEvent.now());
followMenuKeys(shell);
keepFocus(document);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <EngineContext value={engine}>
      <Tooltip.Provider delayDuration={400}>
        <App />
      </Tooltip.Provider>
    </EngineContext>
  </StrictMode>,
);
