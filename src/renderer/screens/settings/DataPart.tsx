import { Download, FolderOpen } from 'lucide-react';
import { CopyButton } from '../../parts/CopyButton';
import { Icon } from '../../parts/Icon';
import { askDesktop } from '../../state/desktop';
import { openOverlay } from '../../state/overlays';
import { say, sayProblem } from '../../state/toasts';
import { EVERYTHING_CHOICE } from '../../view-models/export-choice';
import { plural, sayBytes, sayCount } from '../../view-models/numbers';
import { ImportBox } from './ImportBox';
import { ResetBox } from './ResetBox';
import { RetentionLine } from './RetentionLine';
import { useDataReport } from './use-data-report';

async function openFolder(): Promise<void> {
  const answer = await askDesktop({ kind: 'open-folder' });
  if (answer?.ok === false) sayProblem(answer.message);
  else if (answer?.says != null) say(answer.says);
}

export function DataPart() {
  const { report, reload } = useDataReport();
  if (report === null) return <p className="muted">Reading what the data folder holds.</p>;
  const { counts, deleting } = report;
  return (
    <>
      <dl className="facts about wide">
        <div>
          <dt>Folder</dt>
          <dd className="mono">{report.dataDir}</dd>
          <dd className="acts">
            {window.retryscope === undefined ? null : (
              <button type="button" className="button small" onClick={() => void openFolder()}>
                <Icon of={FolderOpen} />
                Open folder
              </button>
            )}
            <CopyButton text={report.dataDir} says="Copy the data folder’s path" />
          </dd>
        </div>
        <div>
          <dt>Database</dt>
          <dd>
            {sayBytes(report.databaseBytes)}
            {report.freeBytes === 0 ? '' : `, of which ${sayBytes(report.freeBytes)} hold nothing and are used again`}
          </dd>
        </div>
        <div>
          <dt>Log file</dt>
          <dd>{sayBytes(report.logFileBytes)}</dd>
        </div>
        <div>
          <dt>Holds</dt>
          <dd>
            {[
              plural(counts.runs, 'run'),
              plural(counts.events, 'event'),
              plural(counts.deliveries, 'delivery', 'deliveries'),
              plural(counts.attempts, 'attempt'),
              plural(counts.captures, 'capture'),
              `${sayCount(counts.log)} ${counts.log === 1 ? 'step' : 'steps'} in the log`,
            ].join(', ')}
          </dd>
        </div>
      </dl>
      <h2>Export</h2>
      <p className="second">What was recorded, as a file for people or for programs. It can be redacted.</p>
      <div>
        <button
          type="button"
          className="button"
          onClick={() => openOverlay({ kind: 'export', scopes: [EVERYTHING_CHOICE] })}
        >
          <Icon of={Download} />
          Export the log
        </button>
      </div>
      <h2>Import</h2>
      <p className="second">
        The runs of an NDJSON export come back as they were, frozen. It has to be one whose secrets were kept.
      </p>
      <ImportBox onDone={reload} />
      <h2>How long history is kept</h2>
      <p className="second">
        By wall time, in all runs. Nothing is deleted unless you ask for it. What is pinned, what still waits, the
        newest delivery of a run and what a script goes on from always stay.
      </p>
      <RetentionLine kind="deliveries" deleting={deleting} onStarted={reload} />
      <RetentionLine kind="captures" deleting={deleting} onStarted={reload} />
      <RetentionLine kind="log" deleting={deleting} onStarted={reload} />
      <h2>Begin again</h2>
      <div>
        <ResetBox counts={counts} onDone={reload} />
      </div>
    </>
  );
}
