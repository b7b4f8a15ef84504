import { Check, Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../../shared/contract/limits';
import type { RouteView } from '../../../shared/contract/views';
import type { Problem } from '../../../shared/model/problem';
import type { Script, ScriptScope } from '../../../shared/model/receiver';
import { Icon } from '../../parts/Icon';
import { ProblemNote } from '../../parts/ProblemNote';
import { Segments } from '../../parts/Segments';
import { Word } from '../../parts/Term';
import { useEngine } from '../../state/engine-context';
import { say } from '../../state/toasts';
import { moved, removed, replaced, scriptArgs } from '../../view-models/script-edits';
import { newStep } from '../../view-models/script-presets';
import { ScriptLine } from './ScriptLine';
import { StepEditor } from './StepEditor';

const SCOPES: readonly { readonly value: ScriptScope; readonly label: string }[] = [
  { value: 'all', label: 'All requests' },
  { value: 'per-id', label: 'Per delivery id' },
];

/** A route's script as a line of blocks; a block opens into its fields. Changes are saved together. */
export function ScriptSection({ route }: { readonly route: RouteView }) {
  const { call } = useEngine();
  const [edited, setEdited] = useState<Script>(route.script);
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isEdited = edited !== route.script;
  const step = openIndex === null ? undefined : edited.steps[openIndex];

  const edit = (script: Script, open: number | null = openIndex): void => {
    setEdited(script);
    setOpenIndex(open);
    setProblem(null);
  };
  const save = async (): Promise<void> => {
    const result = await call('route.update', { id: route.id, script: scriptArgs(edited) });
    setProblem(result.ok ? null : result.problem);
    if (!result.ok) return;
    setEdited(result.value.script);
    setOpenIndex(null);
    say(`${route.path} has a new script and starts over with step 1.`);
  };

  return (
    <section className="script" aria-label="Script">
      <div className="script-head">
        <h2>
          <Word text="Script" />
        </h2>
        <span className="muted cut narrow-hide">
          {edited.scope === 'per-id'
            ? 'Each delivery id walks the line by itself'
            : 'All requests walk the line together'}
        </span>
        <span className="grow" />
        {isEdited ? (
          <>
            <button type="button" className="button small" onClick={() => edit(route.script, null)}>
              <Icon of={Undo2} size={13} />
              Undo
            </button>
            <button type="button" className="button primary small" onClick={() => void save()}>
              <Icon of={Check} size={13} />
              Save script
            </button>
          </>
        ) : null}
        <Segments
          label="Who walks the line"
          className="small"
          value={edited.scope}
          choices={SCOPES}
          onChoose={(scope) => edit({ ...edited, scope })}
        />
      </div>
      <ScriptLine script={edited} openIndex={openIndex} onOpen={setOpenIndex}>
        <button
          type="button"
          className="add-step"
          aria-label="Add a step"
          title={
            edited.steps.length >= LIMITS.scriptSteps
              ? `A script has at most ${LIMITS.scriptSteps} steps`
              : 'Add a step'
          }
          disabled={edited.steps.length >= LIMITS.scriptSteps}
          onClick={() => edit({ ...edited, steps: [...edited.steps, newStep()] }, edited.steps.length)}
        >
          <Icon of={Plus} size={16} />
        </button>
      </ScriptLine>
      {problem === null ? null : <ProblemNote problem={problem} inForm />}
      {step === undefined || openIndex === null ? null : (
        <StepEditor
          key={openIndex}
          step={step}
          place={openIndex}
          count={edited.steps.length}
          onChange={(next) => edit({ ...edited, steps: replaced(edited.steps, openIndex, next) })}
          onMove={(by) => edit({ ...edited, steps: moved(edited.steps, openIndex, by) }, openIndex + by)}
          onRemove={() => edit({ ...edited, steps: removed(edited.steps, openIndex) }, null)}
          onClose={() => setOpenIndex(null)}
        />
      )}
    </section>
  );
}
