import { useStore } from 'zustand';
import { Toasts } from './parts/Toasts';
import { Banners } from './screens/frame/Banners';
import { FastGuard } from './screens/frame/FastGuard';
import { LinkDialog } from './screens/frame/LinkDialog';
import { Overlays } from './screens/frame/Overlays';
import { Rail } from './screens/frame/Rail';
import { SectionScreen } from './screens/frame/SectionScreen';
import { TopBar } from './screens/frame/TopBar';
import { useGlobalShortcuts } from './screens/frame/use-global-shortcuts';
import { useShellCommands } from './screens/frame/use-shell-commands';
import { WholePage } from './screens/frame/WholePage';
import { useEngine } from './state/engine-context';

export function App() {
  const { store } = useEngine();
  const link = useStore(store, (state) => state.link);
  const hasMirror = useStore(store, (state) => state.sync.mirror !== null);
  if (link.kind === 'refused' || link.kind === 'no-token' || !hasMirror) return <WholePage />;
  return <Frame />;
}

function Frame() {
  useGlobalShortcuts();
  useShellCommands();
  return (
    <div className="app">
      <TopBar />
      <Rail />
      <Banners />
      <SectionScreen />
      <Overlays />
      <FastGuard />
      <LinkDialog />
      <Toasts />
    </div>
  );
}
