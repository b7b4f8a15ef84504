import { Check, X } from 'lucide-react';
import { useState } from 'react';
import type { PolicyView } from '../../../../shared/contract/views';
import type { Problem } from '../../../../shared/model/problem';
import { CodeEditor } from '../../../parts/CodeEditor';
import { FormRow } from '../../../parts/FormRow';
import { Icon } from '../../../parts/Icon';
import { ProblemNote } from '../../../parts/ProblemNote';
import { Segments } from '../../../parts/Segments';
import { plural } from '../../../view-models/numbers';
import { formProblems, type PolicyDraft, titleOf } from '../../../view-models/policy-draft';
import { otherIds, type PolicyDraftActs } from '../use-policy-draft';
import { PolicyForm } from './PolicyForm';
import { PolicyPreview, saySpan } from './PolicyPreview';

const VIEWS = [
  { value: 'form', label: 'Form' },
  { value: 'text', label: 'Text' },
] as const;

/** `Line 3, column 12: …`. */
const sayPlace = ({
  line,
  column,
  message,
}: {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}) => `Line ${line}, column ${column}: ${message}`;

/** A policy that is written, as a form and as text, with what it plans beside it. */
export function PolicyEditor({
  draft,
  policies,
  acts,
  onClose,
}: {
  readonly draft: PolicyDraft;
  readonly policies: readonly PolicyView[];
  readonly acts: PolicyDraftActs;
  /** Asks first where something would be lost. */
  readonly onClose: () => void;
}) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const { value, text, view, textProblems, warnings } = draft;
  const taken = otherIds(policies, draft).includes(String(value['id']))
    ? [{ path: ['id'], message: `Another policy has the id ${String(value['id'])}. Choose another.` }]
    : [];
  const inForm = view === 'form' && text === null ? [...formProblems(draft), ...taken] : taken;
  const wrong = textProblems === null ? 1 : textProblems.length + inForm.length;
  const saved = policies.find(({ policy }) => policy.id === draft.id) ?? null;
  const save = async (): Promise<void> => {
    setBusy(true);
    const result = await acts.save(saved);
    setBusy(false);
    setProblem(result === null || result.ok ? null : result.problem);
  };
  const title = titleOf(draft);
  return (
    <article className="policy-page policy-editor" aria-label={`Edit ${title}`}>
      <header>
        <h1 className="cut">{title}</h1>
        <span className="chip">{draft.id === null ? 'new' : 'yours'}</span>
        {draft.isChanged ? <span className="chip fill">not saved</span> : null}
        <span className="grow" />
        <Segments label="How it is shown" choices={VIEWS} value={view} onChoose={(next) => void acts.show(next)} />
        <button type="button" className="button" onClick={onClose}>
          <Icon of={X} />
          Close
        </button>
        <button type="button" className="button primary" disabled={busy || wrong > 0} onClick={() => void save()}>
          <Icon of={Check} />
          Save policy
        </button>
        <p role="status">
          {textProblems === null
            ? 'Reading the text.'
            : wrong > 0
              ? `${plural(wrong, 'thing')} to mend before it can be saved.`
              : saved === null
                ? 'A new policy. Endpoints take it when you choose it for them.'
                : 'Endpoints keep the version that they run under until they take the new one.'}
        </p>
        <p className="preview-line" aria-hidden="true">
          {saySpan(draft.valid)}
        </p>
      </header>
      <div className="policy-columns">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard */}
        <section className="policy-facts inset-focus" tabIndex={0} aria-label={view === 'form' ? 'Form' : 'Text'}>
          {problem === null ? null : <ProblemNote problem={problem} inForm />}
          {view === 'form' && text !== null && wrong > 0 && taken.length === 0 ? (
            <p className="stale-note">
              The text cannot be read as it stands. The form shows what was valid last; a change here replaces the text.
            </p>
          ) : null}
          {warnings.length === 0 ? null : (
            <ul className="policy-warnings" aria-label="Warnings">
              {warnings.map((warning) => (
                <li key={sayPlace(warning)}>{view === 'text' ? sayPlace(warning) : warning.message}</li>
              ))}
            </ul>
          )}
          {view === 'form' ? (
            <PolicyForm draft={draft} problems={inForm} onEdit={acts.edit} />
          ) : (
            <FormRow
              label="Policy as text"
              wrong={
                textProblems === null || textProblems.length === 0
                  ? taken[0]?.message
                  : textProblems.map(sayPlace).join(' ')
              }
              hint="Only what differs from what it extends, or from the defaults, needs to be written."
            >
              {(control) => (
                <CodeEditor
                  control={control}
                  label="Policy as text"
                  text={text ?? ''}
                  language="yaml"
                  problems={textProblems ?? []}
                  onChange={acts.type}
                />
              )}
            </FormRow>
          )}
        </section>
        <div className="page-plot">
          <PolicyPreview policy={draft.valid} stale={wrong > 0} />
        </div>
      </div>
    </article>
  );
}
