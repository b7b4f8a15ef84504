import { useState } from 'react';
import type { Problem } from '../../../shared/model/problem';
import type { Forward } from '../../../shared/model/receiver';
import type { RouteTls } from '../../../shared/model/route-tls';
import type { ScriptScope } from '../../../shared/model/script';
import { FormRow } from '../../parts/FormRow';
import { Mark } from '../../parts/Mark';
import { Modal } from '../../parts/Modal';
import { Picker } from '../../parts/Picker';
import { Segments } from '../../parts/Segments';
import { useEngine, useMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { closeLater, closeOverlay } from '../../state/overlays';
import { ANSWERS_BY, forwardTo } from '../../view-models/answers-by';
import { ROUTE_TLS_CHOICES, routeTlsOf, sayRouteTls } from '../../view-models/route-tls';
import { SCRIPT_PRESETS } from '../../view-models/script-presets';
import { sayAnswers, stepLook } from '../../view-models/script-words';
import { ForwardFields } from './ForwardFields';

export function NewRouteDialog() {
  const { call } = useEngine();
  const [path, setPath] = useState('/hooks');
  const [tls, setTls] = useState<RouteTls>('off');
  const [preset, setPreset] = useState<Preset>(SCRIPT_PRESETS[0]);
  const [nowhere, setNowhere] = useState(false);
  const [scope, setScope] = useState<ScriptScope>('per-id');
  const [forward, setForward] = useState<Forward | null>(null);
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const [problem, setProblem] = useState<Problem | null>(null);
  const create = async (): Promise<void> => {
    const close = closeLater();
    const result = await call('route.create', { path, tls, script: { scope, steps: preset.steps }, forward });
    setProblem(result.ok ? null : result.problem);
    if (!result.ok) return;
    close();
    goTo('receiver', { routeId: result.value.id });
  };
  return (
    <Modal
      title="New route"
      about="A path on this computer that answers as its script says, or forwards what comes to an endpoint."
      onClose={closeOverlay}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <div className="content">
          <FormRow label="Path" wrong={about(problem) === 'path' ? problem?.message : null}>
            {(control) => (
              <input
                {...control}
                className="text mono"
                spellCheck={false}
                value={path}
                onChange={(event) => {
                  setPath(event.target.value);
                  setProblem(null);
                }}
              />
            )}
          </FormRow>
          <div className="form-row">
            <span className="label">Reached over</span>
            <Picker
              label="Reached over"
              value={tls}
              choices={ROUTE_TLS_CHOICES}
              onChoose={(value) => {
                setTls(routeTlsOf(value));
                setProblem(null);
              }}
            />
            <p className="hint">{sayRouteTls(tls)}</p>
          </div>
          <div className="form-row">
            <span className="label">What it does</span>
            <Segments
              label="What it does"
              value={forward === null ? 'script' : 'forward'}
              choices={ANSWERS_BY}
              onChoose={(by) => {
                setProblem(null);
                setForward(by === 'script' ? null : forwardTo(endpoints, null));
                setNowhere(by === 'forward' && endpoints.length === 0);
              }}
            />
            {nowhere ? <p className="hint">There is no endpoint to forward to yet. Add one first.</p> : null}
          </div>
          {forward === null ? (
            <ScriptChoice preset={preset} onPreset={setPreset} scope={scope} onScope={setScope} />
          ) : (
            <ForwardFields
              forward={forward}
              endpoints={endpoints}
              wrong={{
                endpoint: about(problem) === 'endpoint' ? (problem?.message ?? null) : null,
                status: about(problem) === 'status' ? (problem?.message ?? null) : null,
              }}
              onChange={(next) => {
                setForward(next);
                setProblem(null);
              }}
            />
          )}
        </div>
        <footer>
          <button type="button" className="button" onClick={closeOverlay}>
            Cancel
          </button>
          <button type="submit" className="button primary">
            Add route
          </button>
        </footer>
      </form>
    </Modal>
  );
}

/** Which part of the form a problem is about. */
const about = (problem: Problem | null): 'path' | 'endpoint' | 'status' =>
  problem?.field === 'forward.endpointId' ? 'endpoint' : problem?.field === 'forward.status' ? 'status' : 'path';

type Preset = (typeof SCRIPT_PRESETS)[number];

function ScriptChoice({
  preset,
  onPreset,
  scope,
  onScope,
}: {
  readonly preset: Preset;
  readonly onPreset: (preset: Preset) => void;
  readonly scope: ScriptScope;
  readonly onScope: (scope: ScriptScope) => void;
}) {
  return (
    <>
      <div className="form-row">
        <span className="label">Begins with</span>
        <div className="preset-cards" role="radiogroup" aria-label="Script to begin with">
          {SCRIPT_PRESETS.map((candidate) => {
            const [first] = candidate.steps;
            const look = first === undefined ? null : stepLook(first, candidate.steps.length === 1);
            return (
              // biome-ignore lint/a11y/useSemanticElements: a card with two lines
              <button
                key={candidate.name}
                type="button"
                role="radio"
                aria-checked={candidate === preset}
                className="policy-card"
                onClick={() => onPreset(candidate)}
              >
                <span className="line">
                  {look === null ? null : <Mark hue={look.hue} shape={look.shape} />}
                  {candidate.name}
                </span>
                <small>{sayAnswers(candidate)}</small>
              </button>
            );
          })}
        </div>
      </div>
      <div className="form-row">
        <span className="label">Who walks the line</span>
        <Segments
          label="Who walks the line"
          value={scope}
          choices={[
            { value: 'per-id', label: 'Per delivery id' },
            { value: 'all', label: 'All requests' },
          ]}
          onChoose={onScope}
        />
      </div>
    </>
  );
}
