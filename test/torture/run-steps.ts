import { readLedger } from '../support/laws/ledger';

/** What was decided about the run itself, oldest first, from a data folder that no engine has open. */
export const runStepsIn = (dataDir: string) =>
  readLedger(dataDir).steps.flatMap(({ endpointId, deliveryId, step }) =>
    endpointId === null && deliveryId === null ? [step] : [],
  );
