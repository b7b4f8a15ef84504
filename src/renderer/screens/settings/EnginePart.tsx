import { DURABILITIES } from '../../../shared/contract/preferences';
import { SIGNATURE_TIMES } from '../../../shared/model/pace';
import { Segments } from '../../parts/Segments';
import { useMirror, usePerform } from '../../state/engine-context';
import { usePreferences, useSetPreferences } from '../../state/preferences';
import { SavedField, typedNumber } from './SavedField';
import { Setting } from './Setting';

const DURABILITY_NAMES = { normal: 'The app’s death', full: 'A loss of power too' } as const;
const TIME_NAMES = { wall: 'Wall time', virtual: 'Virtual time' } as const;

export function EnginePart() {
  const { perEndpoint, inAll, durability } = usePreferences();
  const signatureTime = useMirror((mirror) => mirror.clock.signatureTime);
  const set = useSetPreferences();
  const perform = usePerform();
  return (
    <>
      <div className="form-columns">
        <SavedField
          label="Requests at once, one endpoint"
          hint="64 unless set."
          value={String(perEndpoint)}
          numeric
          change={(typed) => ({ perEndpoint: typedNumber(typed) })}
        />
        <SavedField
          label="Requests at once, in all"
          hint="256 unless set."
          value={String(inAll)}
          numeric
          change={(typed) => ({ inAll: typedNumber(typed) })}
        />
      </div>
      <Setting
        name="What is recorded survives"
        hint={
          durability === 'full'
            ? 'Each commit waits for the disk (SQLite’s synchronous FULL), which takes longer.'
            : 'The system writes it to the disk soon (SQLite’s synchronous NORMAL): a loss of power may take the last moments.'
        }
      >
        <Segments
          label="What is recorded survives"
          value={durability}
          onChoose={(value) => void set({ durability: value })}
          choices={DURABILITIES.map((value) => ({ value, label: DURABILITY_NAMES[value] }))}
        />
      </Setting>
      <Setting
        name="Signatures and timestamp headers carry"
        hint={
          signatureTime === 'wall'
            ? 'A receiver that refuses old timestamps accepts them, however fast the clock runs.'
            : 'A receiver that refuses old timestamps sees them as the provider’s clock would have them.'
        }
      >
        <Segments
          label="Signatures and timestamp headers carry"
          value={signatureTime}
          onChoose={(time) => void perform('clock.signWith', { time })}
          choices={SIGNATURE_TIMES.map((value) => ({ value, label: TIME_NAMES[value] }))}
        />
      </Setting>
    </>
  );
}
