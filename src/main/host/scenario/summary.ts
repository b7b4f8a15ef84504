import type { JudgedExpectation, ReportedEndpoint } from '../../../shared/model/run-document';
import { sayDuration } from '../../../shared/words/duration';
import { plainText } from './plain-text';
import type { EndedRun, EndpointCounts, Findings } from './report';

const MOST_NOT_RUN = 20;

/** A run in a few lines for a terminal: what became of each endpoint, and of each expectation. */
export function summaryOf(run: EndedRun, findings: Findings, tookMs: number): string {
  const span = sayInstant(run.endedAt - run.startedAt);
  const start = new Date(run.startedAt).toISOString();
  const lines = [
    run.scenario.name,
    `Seed ${run.seed}. ${span} of virtual time from ${start}, in ${sayDuration(tookMs)}.`,
    '',
    ...findings.endpoints.flatMap((endpoint) => endpointLines(endpoint, findings.counts.get(endpoint.name))),
    ...findings.routes.map(
      ({ route, captures, duplicates }) =>
        `Receiver ${route}: ${captures} ${captures === 1 ? 'request' : 'requests'}, ${duplicates} with an id seen before.`,
    ),
    ...notRunLines(run, findings),
    ...expectationLines(findings),
    '',
  ];
  return plainText(lines.join('\n'));
}

function endpointLines(endpoint: ReportedEndpoint, counts: EndpointCounts | undefined): readonly string[] {
  const { name, policy, state, label, suspensions, held, heldMax, droppedByLimit } = endpoint;
  const lines = [`${name} (${policy}): ${state === label ? state : `${state}, which it calls ${label}`}`];
  lines.push(`  deliveries  ${sayCounts(counts?.deliveries)}`);
  lines.push(`  attempts    ${sayCounts(counts?.attempts)}`);
  for (const { fromMs, toMs, reason } of suspensions) {
    const until = toMs === null ? 'and still is' : `until ${sayInstant(toMs)}`;
    lines.push(`  suspended   at ${sayInstant(fromMs)} ${until}${reason === null ? '' : ` (${reason})`}`);
  }
  if (heldMax > 0) lines.push(`  held        at most ${heldMax} at once, ${held} now`);
  if (droppedByLimit > 0)
    lines.push(
      `  no delivery ${droppedByLimit} ${droppedByLimit === 1 ? 'event' : 'events'} over the limit of held ones`,
    );
  return lines;
}

function sayCounts(counts: ReadonlyMap<string, number> | undefined): string {
  if (counts === undefined || counts.size === 0) return 'none';
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return `${total}: ${[...counts].map(([word, count]) => `${count} ${word}`).join(', ')}`;
}

function notRunLines({ notRun, interrupted }: EndedRun, { waiting }: Findings): readonly string[] {
  const waited = waiting === 1 ? '1 delivery was still waiting' : `${waiting} deliveries were still waiting`;
  const head = interrupted ? ['', `Stopped by hand; ${waited}.`] : [];
  if (notRun.length === 0) return head;
  const listed = notRun.slice(0, MOST_NOT_RUN).map((line) => `  ${line}`);
  const more = notRun.length - listed.length;
  return [...(interrupted ? head : ['']), 'Not run:', ...listed, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function expectationLines({ judged, unjudged }: Findings): readonly string[] {
  if (unjudged.length > 0) return ['', `Expectations not judged: ${unjudged.length}.`];
  if (judged.length === 0) return ['', 'It has no expectations.'];
  const met = judged.filter(({ ok }) => ok).length;
  return ['', `Expectations: ${met} of ${judged.length} hold.`, ...judged.map(sayExpectation)];
}

const sayExpectation = ({ ok, expectation, expected, actual, line }: JudgedExpectation): string =>
  ok
    ? `  ok      ${expectation}: ${actual}`
    : `  failed  ${expectation} (line ${line}): expected ${expected}, actual ${actual}`;

/** A duration whose zero has no unit. */
const sayInstant = (ms: number): string => (ms === 0 ? '0' : sayDuration(ms));
