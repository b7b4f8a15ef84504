import type { Sender, SendRequest, SendResult } from '../../src/main/engine/ports';
import type { HeaderList } from '../../src/shared/model/header';
import type { Fault, Outcome } from '../../src/shared/model/outcome';

export type Sent = SendRequest & { readonly answer: (outcome: Outcome) => void; readonly aborted: boolean };

/** An outcome, with the body of a response when it matters. */
export type Answer = Outcome & { readonly body?: Uint8Array; readonly headers?: HeaderList };

/** An endpoint under the test's hand: answers by a list, or waits until the test answers. */
export class FakeSender implements Sender {
  readonly sent: Sent[] = [];
  #replies: (Outcome | 'wait')[] = [];
  #otherwise: Outcome | 'wait' = ok();
  #deaf = 0;
  #answerBy: ((request: SendRequest) => Answer | 'wait') | null = null;
  /** Called for each request as it leaves. */
  onSend: (request: SendRequest) => void = () => {};

  /** What the next requests get, in order; afterwards `otherwise`. */
  script(replies: readonly (Outcome | 'wait')[], otherwise: Outcome | 'wait' = ok()): void {
    this.#replies = [...replies];
    this.#otherwise = otherwise;
  }

  /** Decides each answer by its request, instead of by a list. */
  answerBy(decide: (request: SendRequest) => Answer | 'wait'): void {
    this.#answerBy = decide;
  }

  /** Whoever waited for an answer is gone. */
  forget(): void {
    this.#deaf = this.sent.length;
  }

  send(request: SendRequest, signal: AbortSignal): Promise<SendResult> {
    const nth = this.sent.length;
    return new Promise((resolve) => {
      const answer = ({ body, headers, ...outcome }: Answer): void => {
        if (nth >= this.#deaf) resolve(resultOf(outcome, body ?? new Uint8Array(), headers ?? []));
      };
      const sent = { ...request, answer, aborted: false };
      this.sent.push(sent);
      signal.addEventListener('abort', () => {
        Object.assign(sent, { aborted: true });
        answer({ kind: 'interrupted', by: 'stopped', tookMs: 0 });
      });
      this.onSend(request);
      const reply = this.#answerBy?.(request) ?? this.#replies.shift() ?? this.#otherwise;
      if (reply !== 'wait') answer(reply);
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

export const status = (code: number, retryAfter: string | null = null): Outcome => ({
  kind: 'response',
  status: code,
  retryAfter,
  tookMs: 0,
});
export const ok = (): Outcome => status(200);
export const fault = (name: Fault): Outcome => ({ kind: 'no-response', fault: name, detail: '', tookMs: 0 });

const resultOf = (outcome: Outcome, body: Uint8Array, headers: HeaderList): SendResult => ({
  outcome,
  response:
    outcome.kind === 'response'
      ? { status: outcome.status, reason: '', headers, body, bodyBytes: body.byteLength, bodyTruncated: false }
      : null,
  interim: null,
  timings: {
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    writeMs: null,
    firstByteMs: null,
    bodyMs: null,
    reusedConnection: false,
  },
  remote: null,
});
