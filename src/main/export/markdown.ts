import type { LogAttempt } from '../../shared/log/rows';
import { waitedMs } from '../../shared/model/attempt';
import type { HeaderList } from '../../shared/model/header';
import { sayDuration } from '../../shared/words/duration';
import { explain, sayOutcome } from '../../shared/words/explain';
import { showHidden } from '../../shared/words/hidden';
import { utf8Text } from './file-body';
import type { ExportSource, Writer } from './format';
import { sayCount, sayRedaction, sayStates, sayTime } from './report-words';
import { type DeliveryStory, sentBody, stories, whyOf } from './stories';

/** An issue is read by people: so many deliveries, attempts of each, and characters of a body. */
const MOST_DELIVERIES = 20;
const MOST_ATTEMPTS = 50;
const MOST_BODY = 4_096;

/** Text inside of a line: nothing in it is Markdown or HTML, and it stays in its line. */
export const inline = (text: string): string =>
  showHidden(text.replace(/[\r\n\t]+/g, ' ')).replace(/[\\`*_{}[\]()<>#+!|~&@$:-]/g, (char) => `\\${char}`);

/** A block with a fence that is longer than any in it. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

/** A few deliveries, for an issue: their attempts, the last exchange, and why. */
export const markdown: Writer = {
  order: 'grouped',
  async *write(source: ExportSource) {
    const { head } = source;
    const total = head.rows.delivery;
    const states = sayStates(head);
    yield `# Retryscope: ${sayCount(total, 'delivery', 'deliveries')}${states === '' ? '' : `, ${states}`}\n\n`;
    yield `Retryscope ${source.app}. Times are virtual, in UTC.\n`;
    let told = 0;
    for await (const story of stories(source.rows)) {
      if (told === MOST_DELIVERIES) break;
      told += 1;
      yield* deliveryText(story);
    }
    if (total > told) yield `\n${sayCount(total - told, 'more delivery', 'more deliveries')} not shown.\n`;
    yield `\n---\n\n${sayRedaction(source)}\n`;
  },
};

function* deliveryText(story: DeliveryStory): Generator<string> {
  const { delivery, endpoint, attempts, steps } = story;
  yield `\n## ${inline(delivery.eventType)} to ${inline(endpoint?.name ?? 'an endpoint that is gone')}: ${delivery.state}\n\n`;
  yield `- delivery \`${delivery.id}\`, event \`${delivery.eventId}\`\n`;
  if (endpoint !== null) yield `- policy ${inline(endpoint.policy.name)}, URL ${inline(endpoint.url)}\n`;
  if (delivery.lastError !== null) yield `- last error: ${inline(delivery.lastError)}\n`;
  yield `- ${sayCount(delivery.attempts, 'attempt')}\n\n`;
  if (attempts.length > 0) {
    yield '| # | started | waited | outcome | why |\n| --- | --- | --- | --- | --- |\n';
    for (const attempt of attempts.slice(0, MOST_ATTEMPTS)) {
      const waited = attempt.wait === null ? '' : sayDuration(waitedMs(attempt.wait));
      const cells = [String(attempt.n), sayTime(attempt.startedAt), waited, sayOutcome(attempt.outcome)];
      yield `| ${cells.map(inline).join(' | ')} | ${inline(whyOf(story, attempt.n))} |\n`;
    }
    if (attempts.length > MOST_ATTEMPTS) yield `\n${sayCount(attempts.length - MOST_ATTEMPTS, 'more attempt')}.\n`;
    const last = attempts.at(-1);
    if (last !== undefined) yield* exchangeText(story, last);
  }
  yield '\nThe log:\n\n';
  for (const { at, step } of steps.slice(0, MOST_ATTEMPTS * 3)) yield `- ${sayTime(at)} ${inline(explain(step))}\n`;
}

function* exchangeText(story: DeliveryStory, attempt: LogAttempt<Uint8Array>): Generator<string> {
  const { request, response } = attempt;
  yield `\nThe request of attempt ${attempt.n}:\n\n`;
  yield fenced(message(`${request.method} ${request.url}`, request.headers, sentBody(story, attempt)), 'http');
  if (response === null) return;
  yield '\nIts response:\n\n';
  yield fenced(message(`HTTP/1.1 ${response.status} ${response.reason}`, response.headers, response.body), 'http');
}

function message(first: string, headers: HeaderList, body: Uint8Array): string {
  const text = utf8Text(body);
  const shown =
    text === null ? `(${sayCount(body.length, 'byte')} that are not text)` : showHidden(text.slice(0, MOST_BODY));
  const cut = text !== null && text.length > MOST_BODY ? `\n(cut; ${sayCount(text.length, 'character')} in all)` : '';
  const lines = [first, ...headers.map(([name, value]) => `${name}: ${value}`)].map(showHidden);
  return body.length === 0 ? lines.join('\n') : `${lines.join('\n')}\n\n${shown}${cut}`;
}
