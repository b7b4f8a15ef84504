import { CHANNELS, type Channel } from '../../../shared/model/channel';
import { VERIFICATIONS, type Verification } from '../../../shared/model/condition';
import type { Policy } from '../../../shared/policies/policy';
import { sayDuration } from '../../../shared/words/duration';
import { Rules } from '../../parts/Rules';
import { Segments } from '../../parts/Segments';
import { CHANNEL_NAMES } from '../../view-models/channel-names';
import { VERIFICATION_NAMES } from '../../view-models/verification-names';

/** What only some policies ask for: the kind of channel, and how a challenge is judged. */
export function PolicyChoices({
  policy,
  channel,
  onChannel,
  verification,
  onVerification,
}: {
  readonly policy: Policy | undefined;
  readonly channel: Channel;
  readonly onChannel: (channel: Channel) => void;
  readonly verification: Verification;
  readonly onVerification: (verification: Verification) => void;
}) {
  if (policy === undefined) return null;
  const throttle = policy.throttles.find(({ channels }) => channels.includes(channel));
  return (
    <>
      {policy.throttles.length === 0 ? null : (
        <div className="form-row">
          <span className="label">Channel</span>
          <Segments
            label="Channel"
            value={channel}
            onChoose={onChannel}
            choices={CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] }))}
          />
          <p className="hint">
            {throttle === undefined
              ? 'No throttle.'
              : `At most ${throttle.limit} in ${sayDuration(throttle.windowMs)}; what is over it is deferred. `}
            {throttle === undefined ? null : <Rules ids={throttle.rules} />}
          </p>
        </div>
      )}
      {policy.verification === null ? null : (
        <div className="form-row">
          <span className="label">Verification</span>
          <Segments
            label="Verification"
            value={verification}
            onChoose={onVerification}
            choices={VERIFICATIONS.map((value) => ({ value, label: VERIFICATION_NAMES[value] }))}
          />
          <p className="hint">
            How the challenge to the URL is judged. <Rules ids={policy.verification.rules} />
          </p>
        </div>
      )}
    </>
  );
}
