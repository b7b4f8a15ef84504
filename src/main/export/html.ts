import { waitedMs } from '../../shared/model/attempt';
import { DELIVERY_STATES } from '../../shared/model/delivery';
import { sayDuration } from '../../shared/words/duration';
import { sayOutcome } from '../../shared/words/explain';
import type { ExportSource, Writer } from './format';
import { picture } from './html-picture';
import { escaped } from './html-text';
import { sayCount, sayRedaction, sayTime } from './report-words';
import { type DeliveryStory, stories, whyOf } from './stories';

/** So many deliveries are drawn; all of them are in the table. */
const DRAWN = 200;

/** Nothing is loaded and nothing runs: the page is this file. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE = `
:root { color-scheme: light dark; --bg: #fff; --fg: #16202a; --soft: #5b6874; --line: #d9e0e6; --ok: #0a7d43; --far: #8a5b00;
  --client: #b04a00; --server: #b3261e; --bad: #7a3fa0; --band: #0f7d9633; }
@media (prefers-color-scheme: dark) { :root { --bg: #10161c; --fg: #e6edf3; --soft: #93a1ad; --line: #2b3640; --ok: #4ccb86;
  --far: #e0b04a; --client: #f0904a; --server: #ff7b70; --bad: #c79aec; --band: #4cc3de33; } }
body { margin: 24px auto; max-width: 1240px; padding: 0 16px; background: var(--bg); color: var(--fg);
  font: 14px/20px system-ui, sans-serif; }
h1 { font-size: 22px; line-height: 28px; } h2 { font-size: 16px; margin-top: 28px; }
p, figcaption { color: var(--soft); } code, .mono, td.n { font-family: ui-monospace, monospace; font-size: 12px; }
figure { margin: 0; overflow-x: auto; } svg { width: 100%; min-width: 760px; font: 11px ui-monospace, monospace; fill: var(--fg); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: 4px 8px;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere; } td.n { text-align: right; white-space: nowrap; }
tbody th { background: color-mix(in srgb, var(--fg) 6%, transparent); font-weight: 600; }
.grid { stroke: var(--line); } .axis { fill: var(--soft); } .wait { stroke: var(--soft); } .band { fill: var(--band); }
.ok { color: var(--ok); fill: var(--ok); } .far { color: var(--far); fill: var(--far); }
.client { color: var(--client); fill: var(--client); } .server { color: var(--server); fill: var(--server); }
.bad { color: var(--bad); fill: var(--bad); } .open { color: var(--soft); fill: var(--soft); }
`;

/** A page that is one file: summary, picture, and every attempt with its reason. */
export const html: Writer = {
  order: 'grouped',
  async *write(source: ExportSource) {
    const { head } = source;
    const title = escaped(`Retryscope: ${head.runs.map(({ name }) => name).join(', ')}`);
    yield `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n<meta name="viewport" content="width=device-width">\n<title>${title}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<h1>${title}</h1>\n`;
    yield `<p>${sayCount(head.rows.delivery, 'delivery', 'deliveries')}, ${sayCount(head.rows.attempt, 'attempt')}. Written by Retryscope ${escaped(source.app)}. Times are virtual, in UTC.</p>\n`;
    yield summary(source);
    const drawn: DeliveryStory[] = [];
    const told = stories(source.rows);
    for (let next = await told.next(); next.done !== true; next = await told.next()) {
      drawn.push(next.value);
      if (drawn.length === DRAWN) break;
    }
    const caption =
      head.rows.delivery > drawn.length
        ? `The first ${drawn.length} of ${sayCount(head.rows.delivery, 'delivery', 'deliveries')}.`
        : 'Each attempt by its outcome.';
    yield `<h2>Timeline</h2>\n<figure>${picture(drawn)}<figcaption>${caption} Disc 2xx, triangle 3xx, diamond 4xx, square 5xx, cross no response, ring interrupted or in flight. A pale band is where jitter could fall.</figcaption></figure>\n`;
    yield '<h2>Attempts</h2>\n<table>\n<thead><tr><th>#</th><th>Started</th><th>Waited</th><th>Outcome</th><th>Why</th></tr></thead>\n';
    for (const story of drawn) yield deliveryRows(story);
    drawn.length = 0;
    for await (const story of told) yield deliveryRows(story);
    yield `</table>\n<p>${escaped(sayRedaction(source))}</p>\n</body>\n</html>\n`;
  },
};

function summary({ head }: ExportSource): string {
  const rows = DELIVERY_STATES.flatMap((state) => {
    const count = head.states[state] ?? 0;
    return count === 0 ? [] : [`<tr><td>${state}</td><td class="n">${count.toLocaleString('en')}</td></tr>`];
  });
  return rows.length === 0
    ? ''
    : `<h2>Summary</h2>\n<table>\n<thead><tr><th>State</th><th>Deliveries</th></tr></thead>\n<tbody>${rows.join('')}</tbody>\n</table>\n`;
}

function deliveryRows(story: DeliveryStory): string {
  const { delivery, endpoint, attempts } = story;
  const head = `${escaped(delivery.eventType)} to ${escaped(endpoint?.name ?? 'an endpoint that is gone')}: ${delivery.state} <code>${delivery.id}</code>`;
  const rows = attempts.map((attempt) => {
    const waited = attempt.wait === null ? '' : sayDuration(waitedMs(attempt.wait));
    return `<tr><td class="n">${attempt.n}</td><td class="mono">${sayTime(attempt.startedAt)}</td><td>${escaped(waited)}</td><td>${escaped(sayOutcome(attempt.outcome))}</td><td>${escaped(whyOf(story, attempt.n))}</td></tr>`;
  });
  return `<tbody><tr><th colspan="5" scope="rowgroup">${head}</th></tr>${rows.join('')}</tbody>\n`;
}
