import type { Preferences } from '../../shared/contract/preferences';
import { Refusal } from '../../shared/model/problem';

/** @throws Refusal `conflict` while stored secrets stay hidden */
export function mayReveal({ revealSecrets }: Pick<Preferences, 'revealSecrets'>): void {
  if (revealSecrets) return;
  throw new Refusal({ code: 'conflict', message: 'Stored secrets stay hidden. Settings, Security changes that.' });
}
