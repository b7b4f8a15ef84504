import { VERIFICATIONS } from '../../../shared/model/condition';
import { PolicyCards } from '../../parts/PolicyCards';
import { Segments } from '../../parts/Segments';
import { usePolicies } from '../../state/policies';
import { usePreferences, useSetPreferences } from '../../state/preferences';
import { VERIFICATION_NAMES } from '../../view-models/verification-names';
import { SavedField } from './SavedField';
import { Setting } from './Setting';

export function DefaultsPart() {
  const { policyId, verification, contentType } = usePreferences();
  const policies = usePolicies().filter(({ own }) => own === null);
  const set = useSetPreferences();
  return (
    <>
      <Setting name="Policy of a new endpoint" hint="The form for a new endpoint begins with it.">
        <PolicyCards policies={policies} value={policyId} onChoose={(id) => void set({ policyId: id })} />
      </Setting>
      <Setting
        name="Verification"
        hint="How the challenge to a new endpoint’s URL is judged, where its policy has one."
      >
        <Segments
          label="Verification"
          value={verification}
          onChoose={(value) => void set({ verification: value })}
          choices={VERIFICATIONS.map((value) => ({ value, label: VERIFICATION_NAMES[value] }))}
        />
      </Setting>
      <SavedField
        label="Content type of a new event"
        hint="The form for an event begins with it."
        value={contentType}
        change={(typed) => ({ contentType: typed })}
      />
    </>
  );
}
