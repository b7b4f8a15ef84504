import { readJsonPath } from '../../../shared/json/path';
import { HEADER_NAME, HEADER_NAME_SAYS } from '../../../shared/model/header';
import { MARK } from '../../../shared/redaction/names';
import { Segments } from '../../parts/Segments';
import { usePreferences, useSetPreferences } from '../../state/preferences';
import { SavedLines } from './SavedLines';
import { Setting } from './Setting';

const CHOICES = [
  { value: 'on', label: 'Redact' },
  { value: 'off', label: 'Keep everything' },
] as const;

/** What leaves the app without secrets: exports, copies and reports. What is shown and stored stays whole. */
export function RedactionPart() {
  const { redact, redactHeaders, redactQuery, redactJsonPaths } = usePreferences();
  const set = useSetPreferences();
  return (
    <>
      <p className="second">
        Exports and copied requests leave the app without secrets: each becomes <span className="mono">{MARK}</span>,
        and an export says how many there were. What the app shows and stores stays whole.
      </p>
      <Setting
        name="Secrets in exports and copies"
        hint={
          redact
            ? 'Authorization, cookies, signatures, keys and tokens in headers and URLs, signing secrets and private keys in bodies. An export can be made whole when you make it.'
            : 'Whoever gets an export or a copied request gets every secret in it. The log and the diagnostics have none in any case.'
        }
      >
        <Segments
          label="Secrets in exports and copies"
          value={redact ? 'on' : 'off'}
          onChoose={(value) => void set({ redact: value === 'on' })}
          choices={CHOICES}
        />
      </Setting>
      <SavedLines
        label="More headers"
        hint="One name a line, in any case, beside those that are always redacted."
        value={redactHeaders}
        check={(line) => (HEADER_NAME.test(line) ? null : `${line}: ${HEADER_NAME_SAYS}`)}
        change={(lines) => ({ redactHeaders: lines })}
      />
      <SavedLines
        label="More query parameters"
        hint="One name a line. Tokens, keys, signatures and passwords are always redacted."
        value={redactQuery}
        check={(line) =>
          /^[^\s&=#?]+$/.test(line) ? null : `${line}: A parameter’s name has no spaces, &, =, # or ?.`
        }
        change={(lines) => ({ redactQuery: lines })}
      />
      <SavedLines
        label="Places in JSON bodies"
        hint="One path a line, such as $.card.number, $.items[*].token or $..password. All other bytes of the body stay."
        value={redactJsonPaths}
        check={(line) => {
          const path = readJsonPath(line);
          return path.ok ? null : `${line}: ${path.problem.message}`;
        }}
        change={(lines) => ({ redactJsonPaths: lines })}
      />
    </>
  );
}
