import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTitles } from '../../scripts/rule-titles.mjs';

const TESTS = join(import.meta.dirname, '..');
const PAGE = readFileSync(join(TESTS, '..', 'docs', 'faults.md'), 'utf8');

const REPORTS = [
  'AnWeber/httpyac#660',
  'JhaSourav07/commitpulse#6543',
  'MrZoller/vantage-point#49',
  'ProxymanApp/Proxyman#1614',
  'RamaAditya49/titen#32',
  'WiseLibs/better-sqlite3#836',
  'agenda/agenda#1748',
  'elizaOS/eliza#22162',
  'failsafe-lib/failsafe#115',
  'fastify/fastify#4856',
  'frain-dev/convoy#1833',
  'getsentry/sentry-electron#441',
  'hhurz/tableExport.jquery.plugin#230',
  'hookdeck/outpost#314',
  'httptoolkit/httptoolkit#860',
  'httptoolkit/httptoolkit-ui#37',
  'jmettraux/rufus-scheduler#50',
  'memrynote/memry#1586',
  'mockoon/mockoon#318',
  'n8n-io/n8n#20748',
  'n8n-io/n8n#35509',
  'nodejs/node#47130',
  'nodejs/undici#1987',
  'nodejs/undici#3288',
  'nodeshift/opossum#385',
  'owncast/owncast#1504',
  'plausible/analytics#6497',
  'postmanlabs/postman-app-support#4895',
  'probot/smee-client#319',
  'probot/smee.io#78',
  'sbstp/attohttpc#201',
  'sidekiq-scheduler/sidekiq-scheduler#283',
  'signalapp/Signal-Desktop#6443',
  'spences10/ccrecall#29',
  'stripe/stripe-cli#273',
  'taskforcesh/bullmq#892',
  'usebruno/bruno#6415',
  'usebruno/bruno#7532',
  'usebruno/bruno#7884',
  'usebruno/bruno#9230',
];

type Row = { readonly report: string; readonly link: string; readonly tests: readonly Named[]; readonly open: boolean };
type Named = { readonly file: string; readonly title: string };

/** The rows of the page’s tables: a link, and for each file its titles as code. */
function rowsOf(page: string): readonly Row[] {
  return page.split('\n').flatMap((line) => {
    const [, report = '', link = '', rest = ''] = /^\| \[([^\]]+)\]\(([^)]+)\) +\|(.*)\|$/.exec(line) ?? [];
    if (report === '') return [];
    const parts = (rest.split(' | ').at(-1) ?? '').trim().split('<br>');
    const tests = parts.flatMap((part) => {
      const [file, ...titles] = [...part.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
      return file === undefined || part.startsWith('**') ? [] : titles.map((title) => ({ file, title }));
    });
    return [{ report, link, tests, open: parts.some((part) => /^\*\*Open:\*\* ./.test(part)) }];
  });
}

const known = new Map<string, readonly string[]>();
function titlesIn(file: string): readonly string[] {
  const read = known.get(file) ?? testTitles(file, readFileSync(join(TESTS, file), 'utf8'));
  known.set(file, read);
  return read;
}

const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(\.(test|spec)|^journeys[\\/].*)\.tsx?$/.test(file),
);
/** What of a title with a hole at its end is known is what stands before it. */
const asWritten = (title: string): string => title.replace(/…$/, '');
const reportOf = (title: string): string | null => /^([\w.-]+\/[\w.-]+#\d+): /.exec(title)?.[1] ?? null;

describe('docs/faults.md', () => {
  const rows = rowsOf(PAGE);

  it('has a row for each report, and none twice', () => {
    expect(rows.map(({ report }) => report).sort()).toEqual([...REPORTS].sort());
    for (const { report, link } of rows) {
      const [repository, number] = report.split('#');
      expect(link).toBe(`https://github.com/${repository}/issues/${number}`);
    }
  });

  it('names a test for each, or says what is missing', () => {
    expect(rows.filter(({ tests, open }) => tests.length === 0 && !open).map(({ report }) => report)).toEqual([]);
  });

  it('names only tests that are there', () => {
    const missing = rows.flatMap(({ report, tests }) =>
      tests
        .filter(({ file, title }) => !files.includes(file) || !titlesIn(file).includes(asWritten(title)))
        .map(({ file, title }) => `${report}: ${file}: ${title}`),
    );
    expect(missing).toEqual([]);
  });

  it('names every test that was written for a report', () => {
    const named = new Set(
      rows.flatMap(({ report, tests }) => tests.map((test) => `${report} ${test.file} ${asWritten(test.title)}`)),
    );
    const unnamed = files.flatMap((file) =>
      titlesIn(file).flatMap((title) => {
        const report = reportOf(title);
        return report === null || named.has(`${report} ${file} ${title}`) ? [] : [`${file}: ${title}`];
      }),
    );
    expect(unnamed).toEqual([]);
  });
});

it('reads a row: its link, its files with their titles, and what is open', () => {
  const line =
    '| [a/b#1](https://x/1) | a `thing` broke | it does not | `a.test.ts`: `one`, `two, …`<br>`b.test.ts`: `three`<br>**Open:** no `four` yet. |';
  expect(rowsOf(`# Title\n\n| report | … |\n|---|---|\n${line}\n`)).toEqual([
    {
      report: 'a/b#1',
      link: 'https://x/1',
      tests: [
        { file: 'a.test.ts', title: 'one' },
        { file: 'a.test.ts', title: 'two, …' },
        { file: 'b.test.ts', title: 'three' },
      ],
      open: true,
    },
  ]);
  expect(rowsOf('| [a/b#1](https://x/1) | a | b | |')[0]).toMatchObject({ tests: [], open: false });
});
