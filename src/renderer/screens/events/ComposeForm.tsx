import { Plus, Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { EventId } from '../../../shared/model/ids';
import type { Problem } from '../../../shared/model/problem';
import { isOpen } from '../../../shared/rules/suspension';
import { FormRow } from '../../parts/FormRow';
import { Icon } from '../../parts/Icon';
import { KeyHint } from '../../parts/KeyHint';
import { draft, editDraft, sentDraft } from '../../state/draft';
import { useEngine, useMirror } from '../../state/engine-context';
import { useGate } from '../../state/gate';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { useCommandKey } from '../../state/shortcuts';
import { say, sayProblem } from '../../state/toasts';
import { bodyBase64 } from '../../view-models/draft-body';
import { plural } from '../../view-models/numbers';
import { readSendPlan, saySendPlan } from '../../view-models/send-plan';
import { fresh } from '../../view-models/traffic';
import { Beginnings } from './Beginnings';
import { BodyField } from './BodyField';
import { EndpointChoice } from './EndpointChoice';
import { SendPlanFields } from './SendPlanFields';

const FIELDS = ['endpointIds', 'type', 'contentType', 'body', 'count', 'everyMs'] as const;
type Field = (typeof FIELDS)[number];

/** A problem's field may be a path (`endpointIds.0`); its first part is the form's. */
export const isAbout = (problem: Problem | null, field: string): boolean =>
  problem?.field !== undefined && problem.field.split(/[.[]/)[0] === field;

/** Writes an event and sends it. The bytes go out exactly as they are typed. */
export function ComposeForm({ onSent }: { readonly onSent: (eventIds: readonly EventId[]) => void }) {
  const { call } = useEngine();
  const pass = useGate();
  const written = useStore(draft);
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const typeField = useRef<HTMLInputElement>(null);
  const chosen = written.endpointIds.filter((id) => endpoints.some((endpoint) => endpoint.id === id));
  const wrappedBy = [
    ...new Set(
      endpoints
        .filter(({ id, policy }) => chosen.includes(id) && policy.body.kind === 'envelope')
        .map(({ policy }) => policy.name),
    ),
  ];
  const plan = readSendPlan(written.count, written.every);
  const only = endpoints.length === 1 ? endpoints[0] : undefined;
  useEffect(() => {
    if (only !== undefined && draft.getState().endpointIds.length === 0) editDraft({ endpointIds: [only.id] });
  }, [only]);

  // What was said of the draft as it was may not hold for what it is now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is what it waits for
  useEffect(() => setProblem(null), [written]);

  const send = async (): Promise<void> => {
    if (busy) return;
    if ('field' in plan) {
      setProblem({ code: 'invalid', ...plan });
      return;
    }
    const sure = await pass({
      title: `Send ${plural(plan.count, 'event')}`,
      go: 'Send',
      going: (mirror) =>
        mirror.endpoints
          .filter(({ id, state, condition }) => chosen.includes(id) && isOpen(state, condition))
          .map((endpoint) => fresh(endpoint, plan.count, plan.everyMs)),
    });
    if (!sure) return;
    setBusy(true);
    const result = await call('event.send', {
      endpointIds: [...chosen],
      type: written.type,
      contentType: written.contentType,
      body: bodyBase64(written.body),
      ...plan,
    });
    setBusy(false);
    setProblem(result.ok ? null : result.problem);
    if (!result.ok) {
      if (!FIELDS.some((field) => isAbout(result.problem, field))) sayProblem(result.problem.message);
      return;
    }
    sentDraft(written);
    const { eventIds, deliveryIds, planned } = result.value;
    const first = deliveryIds[0];
    say(
      planned === 0
        ? `${plural(eventIds.length, 'event')} sent, ${plural(deliveryIds.length, 'delivery', 'deliveries')} queued.`
        : `The first of ${plural(planned + 1, 'event')} sent; the others follow. Events shows them, and stops them.`,
      first === undefined
        ? null
        : { label: 'Open', run: () => goTo('deliveries', { deliveryId: first, markedId: first }) },
    );
    onSent(eventIds);
  };
  useCommandKey('compose', () => void send());
  const wrong = (field: Field): string | null => (isAbout(problem, field) ? (problem?.message ?? null) : null);

  if (endpoints.length === 0) {
    return (
      <div className="content">
        <p className="second">An event needs an endpoint to go to, and there is none yet.</p>
        <div>
          <button type="button" className="button primary" onClick={() => openOverlay({ kind: 'new-endpoint' })}>
            <Icon of={Plus} />
            Add an endpoint
          </button>
        </div>
      </div>
    );
  }
  return (
    <form
      className="compose"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="content">
        <EndpointChoice
          endpoints={endpoints}
          chosen={chosen}
          wrong={wrong('endpointIds')}
          onChoose={(endpointIds) => editDraft({ endpointIds })}
        />
        <Beginnings onTaken={() => typeField.current?.focus()} />
        <div className="form-columns">
          <FormRow label="Type" wrong={wrong('type')}>
            {(control) => (
              <input
                {...control}
                ref={typeField}
                className="text mono"
                spellCheck={false}
                value={written.type}
                onChange={(event) => editDraft({ type: event.target.value })}
              />
            )}
          </FormRow>
          <FormRow label="Content type" wrong={wrong('contentType')}>
            {(control) => (
              <input
                {...control}
                className="text mono"
                spellCheck={false}
                value={written.contentType}
                onChange={(event) => editDraft({ contentType: event.target.value })}
              />
            )}
          </FormRow>
          <SendPlanFields count={written.count} every={written.every} wrong={wrong} />
        </div>
        <BodyField body={written.body} contentType={written.contentType} wrappedBy={wrappedBy} wrong={wrong('body')} />
      </div>
      <footer>
        <span className="muted grow">{saySendPlan(plan)}</span>
        <button type="submit" className="button primary" disabled={busy}>
          <Icon of={Send} />
          Send
          <KeyHint of="compose" />
        </button>
      </footer>
    </form>
  );
}
