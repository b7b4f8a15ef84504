import { FolderOpen, Terminal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { EventSummary } from '../../../shared/model/event';
import { Icon } from '../../parts/Icon';
import { Picker } from '../../parts/Picker';
import { begun, discardDraft, draft, editDraft, isWritten } from '../../state/draft';
import { useEngine, usePerform } from '../../state/engine-context';
import { say } from '../../state/toasts';
import { bodyOf, textBody } from '../../view-models/draft-body';
import { EVENT_TEMPLATES, newestOfEachType } from '../../view-models/event-templates';
import { CurlBox } from './CurlBox';
import { useImportHar } from './use-import-har';

const RECENT = 100;
const NONE = '';

/**
 * What a draft can begin with: a sample of a type, what was last sent of one, or a cURL command. What is written can be
 * thrown away.
 */
export function Beginnings({ onTaken }: { /** What a draft was taken from is gone. */ readonly onTaken: () => void }) {
  const { call } = useEngine();
  const perform = usePerform();
  const written = isWritten(useStore(draft), useStore(begun));
  const { choose } = useImportHar();
  const [pasting, setPasting] = useState(false);
  const [taken, setTaken] = useState<string | null>(null);
  const [sent, setSent] = useState<readonly EventSummary[]>([]);
  useEffect(() => {
    let gone = false;
    void call('event.list', { limit: RECENT }).then((result) => {
      if (!gone && result.ok) setSent(newestOfEachType(result.value.rows));
    });
    return () => {
      gone = true;
    };
  }, [call]);
  const begin = async (choice: string): Promise<void> => {
    setTaken(null);
    const template = EVENT_TEMPLATES.find(({ type }) => `sample ${type}` === choice);
    if (template !== undefined) {
      editDraft({ type: template.type, contentType: 'application/json', body: textBody(template.body) });
      return;
    }
    const event = sent.find(({ id }) => id === choice);
    const whole = event === undefined ? null : await perform('event.get', { id: event.id });
    if (whole !== null) editDraft({ type: whole.type, contentType: whole.contentType, body: bodyOf(whole.body) });
  };
  return (
    <>
      <div className="templates">
        <span className="muted">Begin with</span>
        <Picker
          label="Begin with a sample"
          value={NONE}
          placeholder="A sample"
          choices={EVENT_TEMPLATES.map(({ type }) => ({ value: `sample ${type}`, label: type }))}
          onChoose={(choice) => void begin(choice)}
        />
        {sent.length === 0 ? null : (
          <Picker
            label="Begin with what was sent"
            value={NONE}
            placeholder="What was sent"
            choices={sent.map(({ id, type }) => ({ value: id, label: type }))}
            onChoose={(choice) => void begin(choice)}
          />
        )}
        <button type="button" className="button" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
          <Icon of={Terminal} />
          cURL command
        </button>
        <button
          type="button"
          className="button"
          title="Sends what the requests of a HAR file carried. It can be dropped on Events, too."
          onClick={() => void choose()}
        >
          <Icon of={FolderOpen} />
          HAR file
        </button>
        {written ? (
          <button
            type="button"
            className="button plain small"
            onClick={() => {
              setTaken(null);
              say('What you were writing is discarded.', { label: 'Undo', run: discardDraft() });
            }}
          >
            Discard
          </button>
        ) : null}
      </div>
      {pasting ? (
        <CurlBox
          onTaken={(says) => {
            setTaken(says);
            setPasting(false);
            onTaken();
          }}
        />
      ) : null}
      {taken === null ? null : (
        <p className="second" role="status">
          {taken}
        </p>
      )}
    </>
  );
}
