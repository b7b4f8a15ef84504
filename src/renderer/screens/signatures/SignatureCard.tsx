import { FlaskConical } from 'lucide-react';
import type { HeaderList } from '../../../shared/model/header';
import type { SignatureVerdict } from '../../../shared/rules/signatures/verify';
import { sayVerdictWord } from '../../../shared/words/signature';
import { Icon } from '../../parts/Icon';
import { Mark } from '../../parts/Mark';
import { openOverlay } from '../../state/overlays';
import { guessedScheme, type LabSubject, type SecretChoice, signatureMark } from '../../view-models/signature-form';

/** What is known of a request's signature, and the way to the lab. */
export function SignatureCard({
  subject,
  headers,
  verdict,
  none,
  secret,
}: {
  readonly subject: LabSubject;
  readonly headers: HeaderList;
  /** Null where nothing was checked; `none` says why. */
  readonly verdict: SignatureVerdict | null;
  readonly none: string;
  /** With whose secret the lab begins. */
  readonly secret: SecretChoice;
}) {
  const mark = verdict === null ? null : signatureMark(verdict);
  return (
    <section className="signature-card" aria-label="Signature">
      {mark === null ? null : <Mark hue={mark.hue} shape={mark.shape} />}
      <b>Signature</b>
      <span className="grow">{verdict === null ? none : `${sayVerdictWord(verdict)}. ${verdict.why}`}</span>
      <button
        type="button"
        className="button small"
        onClick={() =>
          openOverlay({ kind: 'signature-lab', subject, start: { schemeId: guessedScheme(headers), secret } })
        }
      >
        <Icon of={FlaskConical} size={13} />
        Signature lab
      </button>
    </section>
  );
}
