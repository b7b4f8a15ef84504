import {
  Database,
  EyeOff,
  Inbox,
  Info,
  Keyboard,
  Lock,
  type LucideIcon,
  Monitor,
  Package,
  Palette,
  Plug,
  Settings2,
  SlidersHorizontal,
} from 'lucide-react';
import { useStore } from 'zustand';
import { Icon } from '../../parts/Icon';
import { navigation, SETTINGS_PARTS, type SettingsPart } from '../../state/navigation';
import { AboutPart } from './AboutPart';
import { ApiPart } from './ApiPart';
import { AppearancePart } from './AppearancePart';
import { DataPart } from './DataPart';
import { DefaultsPart } from './DefaultsPart';
import { DesktopPart } from './DesktopPart';
import { EnginePart } from './EnginePart';
import { KeyboardPart } from './KeyboardPart';
import { ReceiverPart } from './ReceiverPart';
import { RedactionPart } from './RedactionPart';
import { SecurityPart } from './SecurityPart';
import { WorkspacePart } from './WorkspacePart';

const FACES: Readonly<
  Record<SettingsPart, { readonly name: string; readonly says: string; readonly icon: LucideIcon }>
> = {
  appearance: { name: 'Appearance', says: 'Theme, and how times are written', icon: Palette },
  defaults: { name: 'Defaults', says: 'What new endpoints and events begin with', icon: SlidersHorizontal },
  receiver: { name: 'Receiver', says: 'The port it listens on', icon: Inbox },
  engine: { name: 'Engine', says: 'Requests at once, durability, signatures', icon: Settings2 },
  data: { name: 'Data', says: 'Folder, sizes, how long history is kept', icon: Database },
  redaction: { name: 'Redaction', says: 'What exports and copies leave out', icon: EyeOff },
  security: { name: 'Security', says: 'Stored secrets, and who reaches the app', icon: Lock },
  api: { name: 'Local API', says: 'For programs on this computer', icon: Plug },
  keyboard: { name: 'Keyboard', says: 'Every key, and other keys for it', icon: Keyboard },
  desktop: { name: 'Desktop', says: 'Notifications, tray, quitting, links', icon: Monitor },
  workspace: { name: 'Workspace', says: 'Export and import as a file', icon: Package },
  about: { name: 'About', says: 'Versions, licences, log, diagnostics', icon: Info },
};

/** Every setting does something at once, and is kept in the data folder. */
export function SettingsScreen() {
  const part = useStore(navigation, (state) => state.settingsPart);
  return (
    <main className="section" aria-label="Settings">
      <div className="policies settings">
        <nav className="side-list" aria-label="Settings">
          <h2>Settings</h2>
          {SETTINGS_PARTS.map((id) => (
            <button
              key={id}
              type="button"
              className="side-item inset-focus"
              aria-current={id === part ? 'true' : undefined}
              onClick={() => navigation.setState({ settingsPart: id })}
            >
              <b>
                <Icon of={FACES[id].icon} />
                {FACES[id].name}
              </b>
              <small>{FACES[id].says}</small>
            </button>
          ))}
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
        <section key={part} className="settings-page inset-focus" aria-label={FACES[part].name} tabIndex={0}>
          <h1>{FACES[part].name}</h1>
          <Part part={part} />
        </section>
      </div>
    </main>
  );
}

function Part({ part }: { readonly part: SettingsPart }) {
  switch (part) {
    case 'appearance':
      return <AppearancePart />;
    case 'defaults':
      return <DefaultsPart />;
    case 'receiver':
      return <ReceiverPart />;
    case 'engine':
      return <EnginePart />;
    case 'data':
      return <DataPart />;
    case 'redaction':
      return <RedactionPart />;
    case 'security':
      return <SecurityPart />;
    case 'api':
      return <ApiPart />;
    case 'keyboard':
      return <KeyboardPart />;
    case 'desktop':
      return <DesktopPart />;
    case 'workspace':
      return <WorkspacePart />;
    case 'about':
      return <AboutPart />;
  }
}
