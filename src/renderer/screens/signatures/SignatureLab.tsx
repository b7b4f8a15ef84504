import { FlaskConical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SignatureReport } from '../../../shared/contract/signature';
import type { Problem } from '../../../shared/model/problem';
import { FormRow } from '../../parts/FormRow';
import { Icon } from '../../parts/Icon';
import { Modal } from '../../parts/Modal';
import { useEngine } from '../../state/engine-context';
import { closeOverlay } from '../../state/overlays';
import { checkArgs, type LabForm, type LabStart, type LabSubject, startOf } from '../../view-models/signature-form';
import { LabResult } from './LabResult';
import { PastedFields } from './PastedFields';
import { SchemeFields } from './SchemeFields';
import { SecretChooser } from './SecretChooser';
import { SnippetView } from './SnippetView';

const ABOUT: Readonly<Record<LabSubject['kind'], string>> = {
  pasted: 'Checks the signature of a request that you paste, and finds what was done otherwise when it does not match.',
  capture: 'Checks the signature of this capture, and finds what was done otherwise when it does not match.',
  attempt: 'Checks the signature of this attempt, and finds what was done otherwise when it does not match.',
};

/** Whether a signature is right, and which known mistake makes the one that came. */
export function SignatureLab({ subject, start }: { readonly subject: LabSubject; readonly start: LabStart }) {
  const { call } = useEngine();
  const [form, setForm] = useState<LabForm>(() => startOf(start));
  const [report, setReport] = useState<SignatureReport | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isChecking, setChecking] = useState(false);
  const newest = useRef(0);
  const result = useRef<HTMLElement>(null);

  const check = async (of: LabForm): Promise<void> => {
    newest.current++;
    const mine = newest.current;
    setChecking(true);
    const answer = await call('signature.check', checkArgs(subject, of));
    // Another check has begun meanwhile, or the lab was closed.
    if (mine !== newest.current) return;
    setChecking(false);
    setProblem(answer.ok ? null : answer.problem);
    setReport(answer.ok ? answer.value : null);
  };
  const change = (part: Partial<LabForm>): void => {
    const changed = { ...form, ...part };
    setForm(changed);
    // An answer stands beside what it was given for.
    newest.current++;
    setChecking(false);
    setReport(null);
    setProblem(null);
    const isChosen = part.schemeId !== undefined || part.secret !== undefined;
    if (isChosen && subject.kind !== 'pasted' && changed.secret !== 'typed') void check(changed);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what it was opened with
  useEffect(() => {
    if (subject.kind !== 'pasted' && form.secret !== 'typed') void check(form);
    return () => {
      newest.current++;
    };
  }, []);
  useEffect(() => {
    if (report !== null) result.current?.scrollIntoView({ block: 'nearest' });
  }, [report]);

  const wrongAt = (field: string): string | null =>
    problem?.field === field || problem?.field?.startsWith(`${field}.`) === true ? problem.message : null;
  const isPlaced = ['scheme', 'secret', 'request', 'computed'].some((field) => wrongAt(field) !== null);
  return (
    <Modal title="Signature lab" about={ABOUT[subject.kind]} wide onClose={closeOverlay}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void check(form);
        }}
      >
        <div className="content lab">
          {subject.kind === 'pasted' ? <PastedFields form={form} wrong={wrongAt('request')} onChange={change} /> : null}
          <SchemeFields form={form} problem={problem} onChange={change} />
          <SecretChooser subject={subject} form={form} wrong={wrongAt('secret')} onChange={change} />
          <FormRow
            label="What your own code made (may be left empty)"
            hint="It is explained instead of the received value."
            wrong={wrongAt('computed')}
          >
            {(control) => (
              <input
                {...control}
                className="text mono"
                spellCheck={false}
                autoComplete="off"
                value={form.computed}
                onChange={(event) => change({ computed: event.target.value })}
              />
            )}
          </FormRow>
          {problem === null || isPlaced ? null : (
            <p className="wrong" role="alert">
              {problem.message}
            </p>
          )}
          <section ref={result} aria-label="Result" aria-live="polite" aria-busy={isChecking}>
            {report === null ? (
              <p className="muted">{isChecking ? 'Checking' : 'Nothing was checked yet.'}</p>
            ) : (
              <LabResult report={report} />
            )}
          </section>
          <SnippetView form={form} />
        </div>
        <footer>
          <button type="button" className="button" onClick={closeOverlay}>
            Close
          </button>
          <button type="submit" className="button primary">
            <Icon of={FlaskConical} />
            Check
          </button>
        </footer>
      </form>
    </Modal>
  );
}
