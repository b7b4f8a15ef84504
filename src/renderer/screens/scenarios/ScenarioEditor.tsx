import { Check, Download, Play, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ScenarioReading } from '../../../shared/contract/scenario-commands';
import { Acts } from '../../parts/Acts';
import { CodeEditor, type TextPlace } from '../../parts/CodeEditor';
import { FormRow } from '../../parts/FormRow';
import { Icon } from '../../parts/Icon';
import type { LineNote } from '../../parts/line-notes';
import { Modal } from '../../parts/Modal';
import { useEngine } from '../../state/engine-context';
import { closeScenario, editScenario } from '../../state/scenario-draft';
import { plural } from '../../view-models/numbers';
import { isChanged, nameOfDraft, type ScenarioDraft, typedSeed } from '../../view-models/scenario-draft';
import { RunOfScenario } from './RunOfScenario';
import type { ScenarioActs } from './use-scenario-acts';
import { useVerdicts } from './use-verdicts';

/** After the last key the text is read. */
const READ_AFTER_MS = 250;

const NONE = [] as const;

/** A scenario as text: what is wrong at its line, and how its expectations stand in its newest run. */
export function ScenarioEditor({ draft, acts }: { readonly draft: ScenarioDraft; readonly acts: ScenarioActs }) {
  const reading = useReading(draft);
  const verdicts = useVerdicts(draft.run?.id ?? null);
  const [place, setPlace] = useState<TextPlace | null>(null);
  const [asking, setAsking] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const problems = reading?.ok === false ? reading.problems : NONE;
  const title = nameOfDraft(draft);
  const seedWrong = typedSeed(draft.seed) === 'wrong' ? 'A seed is 0 to 4,294,967,295.' : null;
  const judged = verdicts?.judged ?? NONE;
  const isAsRun = draft.run?.text === draft.text;
  const notes = useMemo<readonly LineNote[]>(
    () =>
      !isAsRun
        ? NONE
        : judged.map(({ line, ok, expectation, expected, actual }) => ({
            line,
            tone: ok ? 'ok' : 'bad',
            says: ok ? `✓ ${expectation}: ${actual}` : `✗ ${expectation}: expected ${expected}, got ${actual}`,
          })),
    [judged, isAsRun],
  );
  const run = async (): Promise<void> => {
    setAsking(null);
    setBusy(true);
    await acts.run();
    setBusy(false);
  };
  const seedOfFile = reading?.ok === true ? reading.seed : null;
  return (
    <article className="policy-page scenario-editor" aria-label={`Edit ${title}`}>
      <header>
        <h1 className="cut">{title}</h1>
        <span className="chip">{draft.id === null ? 'not in the app' : 'yours'}</span>
        {isChanged(draft) ? <span className="chip fill">not saved</span> : null}
        <span className="grow" />
        <button type="button" className="button" onClick={closeScenario}>
          <Icon of={X} />
          Close
        </button>
        <button type="button" className="button" onClick={acts.toFile}>
          <Icon of={Download} />
          Save to a file
        </button>
        <button type="button" className="button" onClick={() => void acts.save()}>
          <Icon of={Check} />
          Save in the app
        </button>
        <Acts label="Run the scenario">
          <button
            type="button"
            className="button primary"
            disabled={busy || reading?.ok !== true || seedWrong !== null}
            onClick={() => {
              if (reading?.ok === true && reading.farHosts.length > 0) setAsking(reading.farHosts);
              else void run();
            }}
          >
            <Icon of={Play} />
            Run
          </button>
        </Acts>
        <p role="status">
          {reading === null
            ? 'Reading the text.'
            : reading.ok
              ? `It can be run. ${reading.expectations === 0 ? 'It expects nothing' : plural(reading.expectations, 'expectation')}.`
              : `${plural(problems.length, 'problem')} to mend before it can be run.`}
        </p>
      </header>
      <div className="scenario-columns">
        <section className="scenario-text" aria-label="Text">
          <CodeEditor
            control={{ id: 'scenario-text', 'aria-invalid': problems.length > 0, 'aria-describedby': undefined }}
            label="Scenario as text"
            text={draft.text}
            language="yaml"
            problems={problems}
            notes={notes}
            place={place}
            onChange={(text) => editScenario({ text })}
          />
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard */}
        <section className="scenario-side inset-focus" tabIndex={0} aria-label="Beside the text">
          {problems.length === 0 ? null : (
            <ol className="scenario-problems" aria-label="Problems">
              {problems.map((problem) => (
                <li key={`${problem.line}:${problem.column} ${problem.message}`}>
                  <button
                    type="button"
                    className="inset-focus"
                    onClick={() => setPlace({ line: problem.line, column: problem.column })}
                  >
                    <span className="mono muted">
                      Line {problem.line}, column {problem.column}
                    </span>
                    {problem.message}
                  </button>
                </li>
              ))}
            </ol>
          )}
          <FormRow
            label="Seed"
            wrong={seedWrong}
            hint={
              seedOfFile === null
                ? 'The same seed makes the same waits. Left empty, one is drawn.'
                : `The same seed makes the same waits. Left empty, it is the file’s: ${seedOfFile}.`
            }
          >
            {(control) => (
              <input
                {...control}
                className="text mono"
                inputMode="numeric"
                value={draft.seed}
                onChange={(event) => editScenario({ seed: event.target.value })}
              />
            )}
          </FormRow>
          <RunOfScenario draft={draft} verdicts={verdicts} isAsRun={isAsRun} onPlace={setPlace} />
          {draft.remarks.length === 0 ? null : (
            <section aria-label="What it does not say">
              <h2>What it does not say</h2>
              <ul className="scenario-remarks">
                {draft.remarks.map((remark) => (
                  <li key={remark}>{remark}</li>
                ))}
              </ul>
            </section>
          )}
        </section>
      </div>
      {asking === null ? null : (
        <Modal title={`Send a burst to ${asking.join(', ')}?`} onClose={() => setAsking(null)}>
          <div className="content">
            <p>Time passes faster than it is: the requests of hours or days go out in a burst, to another machine.</p>
          </div>
          <footer>
            <button type="button" className="button" onClick={() => setAsking(null)}>
              Cancel
            </button>
            <button type="button" className="button primary" onClick={() => void run()}>
              Run it
            </button>
          </footer>
        </Modal>
      )}
    </article>
  );
}

/** What the engine reads in the text; null while it is read. */
function useReading({ fileName, text }: ScenarioDraft): ScenarioReading | null {
  const { call } = useEngine();
  const [read, setRead] = useState<{ readonly text: string; readonly reading: ScenarioReading } | null>(null);
  const first = useRef(true);
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(
      () => {
        first.current = false;
        void call('scenario.check', { fileName, text }).then((result) => {
          if (gone) return;
          const reading: ScenarioReading = result.ok
            ? result.value
            : { ok: false, problems: [{ line: 1, column: 1, path: '', message: result.problem.message }] };
          setRead({ text, reading });
        });
      },
      first.current ? 0 : READ_AFTER_MS,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [call, fileName, text]);
  return read?.text === text ? read.reading : null;
}
