import { alphorn } from './alphorn';
import { fianto } from './fianto';
import { infraspeak } from './infraspeak';
import { kestrel } from './kestrel';
import type { Policy } from './policy';

export const BUILT_IN_POLICIES: readonly Policy[] = [alphorn, fianto, kestrel, infraspeak];

export const builtInPolicy = (id: string): Policy | undefined => BUILT_IN_POLICIES.find((policy) => policy.id === id);
