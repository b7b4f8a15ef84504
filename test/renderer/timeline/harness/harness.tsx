/// <reference types="vite/client" />
import '../../../../src/renderer/styles/tokens.css';
import './harness.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Timeline } from '../../../../src/renderer/timeline/Timeline';
import type { DeliveryId } from '../../../../src/shared/model/ids';
import { type Bench, everything, many, seconds } from './fixtures';

// ?scene=everything|seconds|many &rate=0 &theme=dark|light &count=10000
const query = new URLSearchParams(location.search);
const theme = query.get('theme') === 'light' ? 'light' : 'dark';
document.documentElement.setAttribute('data-theme', theme);

const SCENES: Readonly<Record<string, () => Bench>> = {
  everything: () => everything(),
  seconds: () => seconds(),
  many: () => many(Number(query.get('count') ?? 10_000)),
};
const bench = (SCENES[query.get('scene') ?? 'everything'] ?? everything)();
const receivedAtMs = performance.now();
const rate = Number(query.get('rate') ?? 0);
const clock = {
  virtualMs: bench.nowMs,
  wallMs: bench.nowMs,
  rate,
  pace: { kind: 'factor' as const, factor: Math.max(1, rate) },
  paused: rate === 0,
  jumpsTo: null,
  signatureTime: 'wall' as const,
  inFlight: 0,
  nextAt: null,
  nextDeliveryId: null,
};

function Harness() {
  const [selected, setSelected] = useState<DeliveryId | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState<DeliveryId | null>(null);
  return (
    <div className="page" data-opened={opened} data-selected={selected}>
      <div ref={setTools} className="tl-tools" />
      <Timeline
        title="Harness"
        endpoints={bench.endpoints}
        rows={bench.rows}
        clock={clock}
        receivedAtMs={receivedAtMs}
        selected={selected}
        onSelect={setSelected}
        onOpen={setOpened}
        onClear={() => setSelected(null)}
        theme={theme}
        controlsIn={tools}
      />
    </div>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
createRoot(root).render(<Harness />);
