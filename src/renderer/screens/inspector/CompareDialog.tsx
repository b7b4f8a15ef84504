import { useMemo, useState } from 'react';
import { Modal } from '../../parts/Modal';
import { Segments } from '../../parts/Segments';
import type { CompareSubject } from '../../state/comparing';
import { closeOverlay } from '../../state/overlays';
import { type CompareLine, compareLines, type Extent, sayDifferences } from '../../view-models/compare/compare-page';
import { CompareRows } from './CompareRows';
import { type Compared, useCompared } from './use-compared';

/** Two requests side by side, with their responses where both have one. */
export function CompareDialog({ left, right }: { readonly left: CompareSubject; readonly right: CompareSubject }) {
  const { value, problem } = useCompared(left, right);
  const [extent, setExtent] = useState<Extent>('differences');
  return (
    <Modal title="Compare" whole onClose={closeOverlay}>
      <div className="content compare">
        <div className="line">
          <span className="grow" role="status">
            {value === null ? (problem === null ? 'Comparing' : '') : sayAll(value)}
          </span>
          <Segments
            label="What is shown"
            className="small"
            value={extent}
            onChoose={setExtent}
            choices={[
              { value: 'differences', label: 'Differences' },
              { value: 'all', label: 'All' },
            ]}
          />
        </div>
        {problem === null ? null : (
          <p className="list-problem" role="alert">
            They could not be compared: {problem}
          </p>
        )}
        {value === null ? null : <Loaded compared={value} extent={extent} />}
      </div>
    </Modal>
  );
}

function sayAll({ comparison, oneResponse }: Compared): string {
  const only = oneResponse ? ' Only one of them has a response; the requests are compared.' : '';
  return `${sayDifferences(comparison)}${only}`;
}

function Loaded({ compared, extent }: { readonly compared: Compared; readonly extent: Extent }) {
  const lines = useMemo<readonly CompareLine[]>(() => compareLines(compared.comparison, extent), [compared, extent]);
  return <CompareRows leftName={compared.leftName} rightName={compared.rightName} lines={lines} />;
}
