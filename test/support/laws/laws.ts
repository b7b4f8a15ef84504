import type { Breach, Evidence } from './evidence';
import { type Ledger, readLedger } from './ledger';
import { earlyOrOver } from './never-early';
import { lostThings } from './nothing-is-lost';

/** Everything in which a database and what was seen from outside go against laws 2 and 3. None is what they promise. */
export const breachesOf = (ledger: Ledger, evidence: Evidence): readonly Breach[] => [
  ...lostThings(ledger, evidence),
  ...earlyOrOver(ledger),
];

/** The same of a data folder that no engine has open. */
export const breachesIn = (dataDir: string, evidence: Evidence): readonly Breach[] =>
  breachesOf(readLedger(dataDir), evidence);
