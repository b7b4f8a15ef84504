import { Check, Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../../shared/contract/limits';
import type { RouteView, ScriptProblem } from '../../../shared/contract/views';
import type { Problem } from '../../../shared/model/problem';
import type { Script, ScriptScope } from '../../../shared/model/script';
import { Icon } from '../../parts/Icon';
import { Picker } from '../../parts/Picker';
import { ProblemNote } from '../../parts/ProblemNote';
import { Segments } from '../../parts/Segments';
import { Word } from '../../parts/Term';
import { useEngine } from '../../state/engine-context';
import { say } from '../../state/toasts';
import { useVirtualNow } from '../../state/virtual-now';
import { sameScript } from '../../view-models/script-edits';
import { placeOf } from '../../view-models/script-place';
import { newStep, presetOf, SCRIPT_PRESETS } from '../../view-models/script-presets';
import { sayFirst, scriptProblems } from '../../view-models/script-problems';
import { NumberField } from './ReadField';
import { ScriptLine } from './ScriptLine';
import { ScriptText } from './ScriptText';
import { StepEditor } from './StepEditor';
import { useScriptEdits } from './use-script-edits';

const SCOPES: readonly { readonly value: ScriptScope; readonly label: string }[] = [
  { value: 'all', label: 'All requests' },
  { value: 'per-id', label: 'Per delivery id' },
];

type Shown = 'blocks' | 'text';
const VIEWS: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'blocks', label: 'Blocks' },
  { value: 'text', label: 'Text' },
];

/** A route's script as a line of blocks and its form, or as text: two views of one draft, which is saved at once. */
export function ScriptSection({ route }: { readonly route: RouteView }) {
  const { call } = useEngine();
  const edits = useScriptEdits(route);
  const [shown, setShown] = useState<Shown>('blocks');
  const [textProblems, setTextProblems] = useState<readonly ScriptProblem[] | null>([]);
  const [refused, setRefused] = useState<Problem | null>(null);
  const { script } = edits;
  const isEdited = !sameScript(script, route.script);
  const problems = scriptProblems(script);
  const unread = textProblems === null || textProblems.length > 0;
  const why = unread ? 'The text cannot be read yet' : sayFirst(problems);

  const undo = (): void => {
    edits.edit(route.script, null);
    setTextProblems([]);
    setRefused(null);
    setShown('blocks');
  };
  const save = async (): Promise<void> => {
    const result = await call('route.update', { id: route.id, script });
    setRefused(result.ok ? null : result.problem);
    if (!result.ok) return;
    edits.edit(result.value.script, null);
    say(`${route.path} has a new script and starts over with step 1, from the next request on.`);
  };

  return (
    <section className="script" aria-label="Script">
      <div className="script-head">
        <h2>
          <Word text="Script" />
        </h2>
        <Segments
          label="Script as"
          className="small"
          value={shown}
          choices={VIEWS}
          onChoose={(next) => {
            if (!unread) setShown(next);
          }}
        />
        <Picker
          label="Begin with a preset"
          value={presetOf(script)?.name ?? ''}
          placeholder="Presets"
          choices={SCRIPT_PRESETS.map(({ name }) => ({ value: name, label: name }))}
          onChoose={(name) => {
            const preset = SCRIPT_PRESETS.find((candidate) => candidate.name === name);
            if (preset === undefined) return;
            setShown('blocks');
            setTextProblems([]);
            edits.edit({ scope: script.scope, steps: preset.steps }, null);
          }}
        />
        <span className="grow" />
        {isEdited || unread ? (
          <>
            <button type="button" className="button small" onClick={undo}>
              <Icon of={Undo2} size={13} />
              Undo
            </button>
            <button
              type="button"
              className="button primary small"
              disabled={why !== null}
              title={why ?? 'It counts from the next request on'}
              onClick={() => void save()}
            >
              <Icon of={Check} size={13} />
              Save script
            </button>
          </>
        ) : null}
      </div>
      {shown === 'text' ? (
        <ScriptText
          script={script}
          problems={textProblems ?? []}
          onRead={(read) => edits.edit(read, null)}
          onProblems={setTextProblems}
        />
      ) : (
        <ScriptBlocks route={route} edits={edits} isEdited={isEdited} />
      )}
      {refused === null ? null : <ProblemNote problem={refused} inForm />}
      {shown === 'text' || problems.length === 0 ? null : (
        <p className="form-problem" role="alert">
          {sayFirst(problems)}
        </p>
      )}
    </section>
  );
}

function ScriptBlocks({
  route,
  edits,
  isEdited,
}: {
  readonly route: RouteView;
  readonly edits: ReturnType<typeof useScriptEdits>;
  readonly isEdited: boolean;
}) {
  const { script, open } = edits;
  const { steps } = script;
  const now = useVirtualNow(1_000, true);
  const problems = scriptProblems(script);
  const step = open === null ? undefined : steps[open];
  const full = steps.length >= LIMITS.scriptSteps ? `A script has at most ${LIMITS.scriptSteps} steps` : null;
  return (
    <>
      <WholeScript script={script} onChange={(next) => edits.edit(next)} />
      <ScriptLine
        script={script}
        place={isEdited ? null : placeOf(route, now)}
        openIndex={open}
        problems={problems}
        focus={edits.focus}
        onFocused={edits.focused}
        acts={{
          onOpen: edits.openStep,
          onMove: edits.move,
          onDuplicate: (index) => (full === null ? edits.duplicate(index) : undefined),
          onRemove: edits.remove,
        }}
      >
        <button
          type="button"
          className="add-step"
          aria-label="Add a step"
          title={full ?? 'Add a step'}
          disabled={full !== null}
          onClick={() => edits.add(newStep())}
        >
          <Icon of={Plus} size={16} />
        </button>
      </ScriptLine>
      {step === undefined || open === null ? null : (
        <StepEditor
          key={`${open} ${step.kind}`}
          step={step}
          place={open}
          script={script}
          problems={problems.filter((problem) => problem.step === open)}
          full={full}
          acts={{
            onChange: (next) => edits.change(open, next),
            onMove: (by) => edits.move(open, open + by),
            onDuplicate: () => edits.duplicate(open),
            onRemove: () => edits.remove(open),
            onClose: () => edits.openStep(null),
          }}
        />
      )}
    </>
  );
}

type Ending = 'stays' | 'repeats' | 'rounds';
const ENDINGS: readonly { readonly value: Ending; readonly label: string }[] = [
  { value: 'stays', label: 'The last step stays' },
  { value: 'repeats', label: 'Begins again' },
  { value: 'rounds', label: 'So many rounds' },
];

/** What is about all steps: who walks the line, and what comes after the last one. */
function WholeScript({ script, onChange }: { readonly script: Script; readonly onChange: (script: Script) => void }) {
  const { repeat, ...once } = script;
  const ending: Ending = repeat === undefined ? 'stays' : repeat === true ? 'repeats' : 'rounds';
  return (
    <div className="script-whole">
      <Segments
        label="Who walks the line"
        className="small"
        value={script.scope}
        choices={SCOPES}
        onChoose={(scope) => onChange({ ...script, scope })}
      />
      <span className="muted cut narrow-hide">
        {script.scope === 'per-id' ? 'Each delivery id walks it by itself' : 'All requests walk it together'}
      </span>
      <span className="grow" />
      <span className="muted narrow-hide">In the end</span>
      <Picker
        label="After the last step"
        value={ending}
        choices={ENDINGS}
        onChoose={(next) => onChange(next === 'stays' ? once : { ...once, repeat: next === 'repeats' ? true : 2 })}
      />
      {typeof repeat === 'number' ? (
        <NumberField label="Rounds" value={repeat} onChange={(rounds) => onChange({ ...once, repeat: rounds })} />
      ) : null}
    </div>
  );
}
