import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { CopyButton } from '../../parts/CopyButton';
import { Icon } from '../../parts/Icon';
import { TabStrip } from '../../parts/TabStrip';
import { useMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { receiverSample, SAMPLE_LANGUAGES, type SampleLanguage } from '../../view-models/samples';
import { ReceiverDown } from '../receiver/ReceiverDown';

/** Where the built-in receiver listens, and a request to try it with. */
export function ReceiverPanel() {
  const receiver = useMirror((mirror) => mirror.receiver);
  const firstRoute = useMirror((mirror) => mirror.routes[0]);
  const [language, setLanguage] = useState<SampleLanguage>('cURL');
  const panelId = useId();
  if (receiver.kind === 'down') return <ReceiverDown report={receiver} />;
  const url = firstRoute?.url ?? receiver.url;
  const sample = receiverSample(language, url);
  return (
    <section className="receiver-panel" aria-label="Your receiver">
      <div className="where">
        <div className="line">
          <h2>
            <i className="lamp" aria-hidden="true" />
            Your receiver is listening
          </h2>
          <span className="grow" />
          <button
            type="button"
            className="button small"
            title="A path that answers as you say: down, slow, busy, or failing three times first"
            onClick={() => {
              goTo('receiver');
              openOverlay({ kind: 'new-route' });
            }}
          >
            <Icon of={Plus} size={13} />
            Script a route
          </button>
        </div>
        <div className="url">
          <code className="cut">{url}</code>
          <CopyButton text={url}>Copy</CopyButton>
        </div>
      </div>
      <div>
        <div className="languages">
          <TabStrip
            label="Language"
            className="facets"
            panelId={panelId}
            tabs={SAMPLE_LANGUAGES.map((value) => ({ value, label: value }))}
            value={language}
            onChoose={setLanguage}
          />
          <span className="grow" />
          <CopyButton text={sample}>Copy</CopyButton>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a sample wider than its box is scrolled by keyboard */}
        <pre id={panelId} className="sample" role="tabpanel" tabIndex={0} aria-label={`${language} sample`}>
          {sample}
        </pre>
      </div>
    </section>
  );
}
