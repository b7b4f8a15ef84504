import { useEffect, useState } from 'react';
import type { Call } from '../../../shared/contract/commands';
import { shortId } from '../../../shared/model/ids';
import { askBody } from '../../bodies/ask-body';
import type { CompareSubject } from '../../state/comparing';
import { useEngine, usePastSeq } from '../../state/engine-context';
import type { ExchangeSide } from '../../view-models/compare/compare-messages';
import type { Comparison } from '../../view-models/compare/comparison';
import { attemptSide, captureSide } from '../../view-models/inspected';
import { clockTimeTenths } from '../../view-models/instants';

export type Compared = {
  readonly leftName: string;
  readonly rightName: string;
  readonly comparison: Comparison;
  /** Only one side has a response that could be compared. */
  readonly oneResponse: boolean;
};
type Side = { readonly name: string; readonly exchange: ExchangeSide; readonly bytes: number };
type Loaded = { readonly value: Compared | null; readonly problem: string | null };

/** @throws Error with what the engine says when it has no such thing */
async function readSide(call: Call, subject: CompareSubject, asOf: number | null): Promise<Side> {
  if (subject.kind === 'capture') {
    const capture = await call('capture.get', { id: subject.id });
    if (!capture.ok) throw new Error(capture.problem.message);
    const { id, at, body } = capture.value;
    return {
      name: `Request ${shortId(id)}, ${clockTimeTenths(at)}`,
      exchange: captureSide(capture.value),
      bytes: body.length,
    };
  }
  const attempt = await call('attempt.get', { deliveryId: subject.deliveryId, n: subject.n, asOf });
  if (!attempt.ok) throw new Error(attempt.problem.message);
  const { deliveryId, n, startedAt, requestBody, response } = attempt.value;
  return {
    name: `Attempt ${n} of ${shortId(deliveryId)}, ${clockTimeTenths(startedAt)}`,
    exchange: attemptSide(attempt.value),
    bytes: requestBody.length + (response?.body.length ?? 0),
  };
}

/** Two attempts or captures, read and compared; nulls while it is worked on. */
export function useCompared(left: CompareSubject, right: CompareSubject): Loaded {
  const { call } = useEngine();
  const asOf = usePastSeq();
  const [loaded, setLoaded] = useState<Loaded>({ value: null, problem: null });
  useEffect(() => {
    let gone = false;
    const work = async (): Promise<Compared> => {
      const [a, b] = await Promise.all([readSide(call, left, asOf), readSide(call, right, asOf)]);
      const comparison = await askBody('compare', { left: a.exchange, right: b.exchange }, a.bytes + b.bytes);
      const oneResponse = (a.exchange.response === null) !== (b.exchange.response === null);
      return { leftName: a.name, rightName: b.name, comparison, oneResponse };
    };
    work().then(
      (value) => gone || setLoaded({ value, problem: null }),
      (error: unknown) =>
        gone || setLoaded({ value: null, problem: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      gone = true;
    };
  }, [call, left, right, asOf]);
  return loaded;
}
