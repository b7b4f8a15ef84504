import { Ban, Check, Copy, type LucideIcon, ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { EndpointView } from '../../../shared/contract/views';
import { usePerform } from '../../state/engine-context';
import { useGate } from '../../state/gate';
import { openOverlay } from '../../state/overlays';
import { say } from '../../state/toasts';
import { type ActWords, sayEnabling, sayVerifying } from '../../view-models/endpoint-acts';
import { endpointLook, sayDisabling } from '../../view-models/endpoint-look';
import { whatIsHeld } from '../../view-models/traffic';

/** What a person may do with an endpoint. */
export type EndpointAct = {
  readonly id: 'verify' | 'enable' | 'disable' | 'duplicate';
  readonly name: string;
  readonly icon: LucideIcon;
  readonly words: ActWords;
  readonly run: () => void;
};

type Command = 'endpoint.verify' | 'endpoint.enable' | 'endpoint.disable';

export type RunEndpointAct = (name: Command, endpoint: EndpointView) => Promise<void>;

/** Does it, once what it would send fast is agreed to. */
export function useRunEndpointAct(): RunEndpointAct {
  const perform = usePerform();
  const pass = useGate();
  return useMemo<RunEndpointAct>(
    () => async (name, endpoint) => {
      const releases = name !== 'endpoint.disable' && endpoint.policy.suspension?.atEnd === 'send';
      const title = `Open ${endpoint.name}`;
      const going = (mirror: Parameters<Parameters<typeof pass>[0]['going']>[0]) =>
        whatIsHeld(endpoint, mirror.deliveries);
      if (releases && !(await pass({ title, go: 'Open it', going }))) return;
      const after = await perform(name, { id: endpoint.id });
      if (after === null) return;
      const look = endpointLook(after);
      if (name === 'endpoint.verify' && (look.kind !== 'active' || after.condition.newerUrl !== null)) {
        say(`${after.name}: the URL did not pass. It is still ${look.word.toLowerCase()}.`);
      } else say(`${after.name}: ${look.word.toLowerCase()}.`);
    },
    [perform, pass],
  );
}

/** The acts for an endpoint as it is now, the one that opens it first. */
export function endpointActs(endpoint: EndpointView, run: RunEndpointAct): readonly EndpointAct[] {
  const look = endpointLook(endpoint);
  const acts: EndpointAct[] = [];
  const { newerUrl } = endpoint.condition;
  if (look.remedy === 'verify' || (look.kind === 'active' && newerUrl !== null)) {
    acts.push({
      id: 'verify',
      name: look.kind === 'active' ? 'Verify the newer URL' : 'Verify again',
      icon: ShieldCheck,
      words: sayVerifying(endpoint),
      run: () => void run('endpoint.verify', endpoint),
    });
  }
  if (look.remedy === 'enable') {
    acts.push({
      id: 'enable',
      name: 'Enable',
      icon: Check,
      words: sayEnabling(endpoint),
      run: () => void run('endpoint.enable', endpoint),
    });
  }
  acts.push({
    id: 'duplicate',
    name: 'Duplicate this endpoint',
    icon: Copy,
    words: { says: 'A new one with the same URL and settings; its secrets are its own.', rules: [] },
    run: () => openOverlay({ kind: 'new-endpoint', like: endpoint.id }),
  });
  if (endpoint.state === 'enabled') {
    acts.push({
      id: 'disable',
      name: 'Disable',
      icon: Ban,
      words: { says: sayDisabling(endpoint.policy, endpoint.counts.waiting), rules: [] },
      run: () => void run('endpoint.disable', endpoint),
    });
  }
  return acts;
}

/** The acts, none of them twice at once. */
export function useEndpointActs(endpoint: EndpointView): {
  readonly acts: readonly EndpointAct[];
  readonly busy: boolean;
} {
  const run = useRunEndpointAct();
  const [busy, setBusy] = useState(false);
  const acts = useMemo(
    () =>
      endpointActs(endpoint, async (name, which) => {
        setBusy(true);
        await run(name, which);
        setBusy(false);
      }),
    [endpoint, run],
  );
  return { acts, busy };
}
