import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { EndpointId } from '../../../shared/model/ids';
import { CopyButton } from '../../parts/CopyButton';
import { Icon } from '../../parts/Icon';
import { usePerform } from '../../state/engine-context';

/** The signing secret: it comes into the page only when it is asked for. */
export function SecretField({ endpointId }: { readonly endpointId: EndpointId }) {
  const perform = usePerform();
  const [secret, setSecret] = useState<string | null>(null);
  const read = async (): Promise<string | null> =>
    (await perform('endpoint.revealSecret', { id: endpointId }))?.secret ?? null;
  return (
    <div className="secret">
      <code className="cut" title={secret ?? undefined}>
        {secret ?? 'whsec_••••••••••••••••'}
      </code>
      <button
        type="button"
        className="button small"
        onClick={() => void (secret === null ? read().then(setSecret) : setSecret(null))}
      >
        <Icon of={secret === null ? Eye : EyeOff} size={13} />
        {secret === null ? 'Reveal' : 'Hide'}
      </button>
      <CopyButton text={read}>Copy</CopyButton>
    </div>
  );
}
