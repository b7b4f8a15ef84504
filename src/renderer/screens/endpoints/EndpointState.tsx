import { Ban, ShieldAlert } from 'lucide-react';
import type { EndpointView } from '../../../shared/contract/views';
import { endpointWord } from '../../../shared/words/provider-words';
import { Icon } from '../../parts/Icon';
import { endpointLook } from '../../view-models/endpoint-look';

/** An endpoint's state as a chip: a word, and a sign that needs no colour. */
export function EndpointState({ endpoint }: { readonly endpoint: EndpointView }) {
  const look = endpointLook(endpoint);
  const says = [look.says, look.label === null ? null : `${endpoint.policy.name}: ${look.label}`]
    .filter((part) => part !== null)
    .join(' ');
  const word = endpointWord(endpoint.policy, endpoint);
  const provider =
    look.kind === 'deleted' || word.toLowerCase() === look.word.toLowerCase() ? null : (
      <small className="mono">{word}</small>
    );
  if (look.kind === 'active') {
    return (
      <span className="chip ok" title={`${endpoint.policy.name} says ${word}`}>
        {look.word}
        {provider}
      </span>
    );
  }
  return (
    <span className={look.kind === 'deleted' ? 'chip' : 'chip held'} title={says === '' ? undefined : says}>
      {look.kind === 'deleted' ? null : <Icon of={look.kind === 'unverified' ? ShieldAlert : Ban} size={12} />}
      {look.word}
      {provider}
    </span>
  );
}
