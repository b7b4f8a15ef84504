import { useState } from 'react';
import type { Problem } from '../../../shared/model/problem';
import type { RouteTls } from '../../../shared/model/route-tls';
import type { ScriptScope } from '../../../shared/model/script';
import { FormRow } from '../../parts/FormRow';
import { Mark } from '../../parts/Mark';
import { Modal } from '../../parts/Modal';
import { Picker } from '../../parts/Picker';
import { Segments } from '../../parts/Segments';
import { useEngine } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { closeLater, closeOverlay } from '../../state/overlays';
import { ROUTE_TLS_CHOICES, routeTlsOf, sayRouteTls } from '../../view-models/route-tls';
import { SCRIPT_PRESETS } from '../../view-models/script-presets';
import { sayAnswers, stepLook } from '../../view-models/script-words';

export function NewRouteDialog() {
  const { call } = useEngine();
  const [path, setPath] = useState('/hooks');
  const [tls, setTls] = useState<RouteTls>('off');
  const [preset, setPreset] = useState(SCRIPT_PRESETS[0]);
  const [scope, setScope] = useState<ScriptScope>('per-id');
  const [problem, setProblem] = useState<Problem | null>(null);
  const create = async (): Promise<void> => {
    const close = closeLater();
    const result = await call('route.create', { path, tls, script: { scope, steps: preset.steps } });
    setProblem(result.ok ? null : result.problem);
    if (!result.ok) return;
    close();
    goTo('receiver', { routeId: result.value.id });
  };
  return (
    <Modal title="New route" about="A path on this computer that answers as its script says." onClose={closeOverlay}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <div className="content">
          <FormRow label="Path" wrong={problem?.message}>
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
                    onClick={() => setPreset(candidate)}
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
              onChoose={setScope}
            />
          </div>
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
