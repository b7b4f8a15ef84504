import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { EndpointId } from '../../../shared/model/ids';
import { CopyButton } from '../../parts/CopyButton';
import { Icon } from '../../parts/Icon';
import { usePerform } from '../../state/engine-context';
import { usePreferences } from '../../state/preferences';

/** The signing secret: it comes into the page only when it is asked for. */
export function SecretField({ endpointId }: { readonly endpointId: EndpointId }) {
  const perform = usePerform();
  const { revealSecrets } = usePreferences();
  const why = revealSecrets ? undefined : 'Stored secrets stay hidden. Settings, Security changes that.';
  const [secret, setSecret] = useState<string | null>(null);
  const read = async (): Promise<string | null> =>
    (await perform('endpoint.revealSecret', { id: endpointId }))?.secret ?? null;
  // What was shown before goes, too.
  const shown = revealSecrets ? secret : null;
  return (
    <div className="secret">
      <code className="cut" title={shown ?? undefined}>
        {shown ?? 'whsec_••••••••••••••••'}
      </code>
      <button
        type="button"
        className="button small"
        disabled={why !== undefined}
        title={why}
        onClick={() => void (shown === null ? read().then(setSecret) : setSecret(null))}
      >
        <Icon of={shown === null ? Eye : EyeOff} size={13} />
        {shown === null ? 'Reveal' : 'Hide'}
      </button>
      <CopyButton text={read}>Copy</CopyButton>
    </div>
  );
}
