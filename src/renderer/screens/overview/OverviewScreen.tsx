import { later } from '../../parts/later';
import { useMirror } from '../../state/engine-context';

const OverviewCharts = later(async () => (await import('./OverviewCharts')).OverviewCharts);

export function OverviewScreen() {
  const run = useMirror((mirror) => mirror.run.name);
  return (
    <main className="section" aria-label="Overview">
      <div className="page-head">
        <h1 className="cut">Overview</h1>
        <span className="second cut">{run}</span>
      </div>
      <OverviewCharts />
    </main>
  );
}
