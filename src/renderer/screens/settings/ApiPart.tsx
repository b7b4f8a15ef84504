import { KeyRound, Link } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ApiReport } from '../../../shared/contract/views';
import { keepToken } from '../../engine/socket-transport';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { CopyButton } from '../../parts/CopyButton';
import { Segments } from '../../parts/Segments';
import { useEngine, useMirror, usePerform } from '../../state/engine-context';
import { usePreferences, useSetPreferences } from '../../state/preferences';
import { say } from '../../state/toasts';
import { SavedField, typedNumber } from './SavedField';
import { Setting } from './Setting';

const CHOICES = [
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
] as const;

/** Where the API is, asked for whenever a setting of it changed; null until the first answer. */
function useApiReport(apiOn: boolean, apiPort: number): ApiReport | null {
  const { call } = useEngine();
  const [report, setReport] = useState<ApiReport | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for follows these settings
  useEffect(() => {
    let gone = false;
    void call('api.report', {}).then((result) => {
      if (result.ok && !gone) setReport(result.value);
    });
    return () => {
      gone = true;
    };
  }, [call, apiOn, apiPort]);
  return report;
}

/** The local HTTP API: whether it is served, where, and its token. */
export function ApiPart() {
  const { apiOn, apiPort, revealSecrets } = usePreferences();
  const set = useSetPreferences();
  const perform = usePerform();
  const host = useMirror((mirror) => mirror.host);
  const report = useApiReport(apiOn, apiPort);
  const withPage = host.kind === 'browser';
  const renew = async (): Promise<void> => {
    const renewed = await perform('api.newToken', {});
    if (renewed === null) return;
    if (renewed.token !== null) keepToken(window, renewed.token);
    say('The API has a new token. The former one is no longer good.');
  };
  return (
    <>
      {withPage ? (
        <p className="second">Always on here: it is served beside this page, with the same token.</p>
      ) : (
        <>
          <Setting
            name="Local API"
            hint="Programs on this computer that have the token may send events, read all that is recorded, and run the clock."
          >
            <Segments
              label="Local API"
              value={apiOn ? 'on' : 'off'}
              onChoose={(value) => void set({ apiOn: value === 'on' })}
              choices={CHOICES}
            />
          </Setting>
          <SavedField
            label="Port of the API"
            hint="When it is taken, the next free one."
            value={String(apiPort)}
            numeric
            change={(typed) => ({ apiPort: typedNumber(typed) })}
          />
        </>
      )}
      <Where report={report} />
      {report?.kind === 'on' ? (
        <div className="acts">
          <CopyButton text={`${report.url}/v1`} icon={Link} small={false}>
            Copy URL
          </CopyButton>
          <CopyButton
            text={async () => (await perform('api.token', {}))?.token ?? null}
            icon={KeyRound}
            small={false}
            off={revealSecrets ? undefined : 'Stored secrets stay hidden. Security changes that.'}
          >
            Copy token
          </CopyButton>
          <ConfirmButton
            label="New token"
            confirm="Make a new token"
            says={
              withPage
                ? 'Programs and other pages that have the former token can no longer come in.'
                : 'Programs that have the former token can no longer come in.'
            }
            icon={KeyRound}
            onConfirm={() => void renew()}
          />
        </div>
      ) : null}
      <p className="hint">
        Send the token as <span className="mono">Authorization: Bearer</span>, or as the password of Basic. What there
        is stands in docs/api.md and at <span className="mono">/v1/openapi.json</span>.
      </p>
    </>
  );
}

function Where({ report }: { readonly report: ApiReport | null }) {
  if (report === null) return null;
  if (report.kind === 'off')
    return (
      <p className="second" role="status">
        {report.why === null ? 'Off. Nothing listens.' : `Not listening. ${report.why}`}
      </p>
    );
  return (
    <p className="second" role="status">
      At <b className="mono">{`${report.url}/v1`}</b>, reached from this computer only. Its token is in the file{' '}
      <span className="mono path">{report.tokenFile}</span>, which only its owner may read.
    </p>
  );
}
