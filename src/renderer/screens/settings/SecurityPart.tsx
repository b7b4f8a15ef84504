import type { ReactNode } from 'react';
import { Segments } from '../../parts/Segments';
import { useMirror } from '../../state/engine-context';
import { usePreferences, useSetPreferences } from '../../state/preferences';
import { Setting } from './Setting';

const CHOICES = [
  { value: 'shown', label: 'May be shown' },
  { value: 'hidden', label: 'Stay hidden' },
] as const;

/** Who gets at secrets, and who reaches the app. */
export function SecurityPart() {
  const { apiOn, revealSecrets } = usePreferences();
  const set = useSetPreferences();
  const host = useMirror((mirror) => mirror.host);
  const receiver = useMirror((mirror) => mirror.receiver);
  return (
    <>
      <Setting
        name="Stored secrets"
        hint={
          revealSecrets
            ? 'An endpoint’s signing secret is shown and copied when it is asked for, and a workspace file can be written with secrets.'
            : 'They are used to sign and to check, and leave the app in no other way: not on the screen, not by copying, not in a workspace file.'
        }
      >
        <Segments
          label="Stored secrets"
          value={revealSecrets ? 'shown' : 'hidden'}
          onChoose={(value) => void set({ revealSecrets: value === 'shown' })}
          choices={CHOICES}
        />
      </Setting>
      <dl className="facts">
        <Fact name="Secrets at rest">
          Encrypted in the database. The key is the file <span className="mono">data.key</span> in the data folder,
          which only its owner may read; whoever has both reads the secrets.
        </Fact>
        <Fact name="This screen">
          {host.kind === 'window'
            ? 'The window speaks to its engine directly. Nothing of it is reached over the network.'
            : 'The page is served to this computer only, and opens with the token of the address that was printed.'}
        </Fact>
        <Fact name="Local API">
          {host.kind === 'browser'
            ? 'It is on, beside this page, for programs on this computer that have the same token.'
            : apiOn
              ? 'It is on: programs on this computer that have its token may do what you may. Local API says where.'
              : 'It is off. Nothing listens.'}
        </Fact>
        <Fact name="Receiver">
          {receiver.kind === 'listening'
            ? `It listens on ${receiver.host}:${receiver.port}, which only this computer reaches.`
            : 'It does not listen.'}
        </Fact>
      </dl>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
