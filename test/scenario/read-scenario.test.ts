import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readScenario } from '../../src/main/host/scenario/read-scenario';
import { kestrel } from '../../src/shared/policies/kestrel';
import { problemsOf, scenarioOf, small } from './run-text';

const HOUR = 3_600_000;
const OK = '[{ reply: 200 }]';
const bodyOf = (body: string): string =>
  Buffer.from(scenarioOf(small('kestrel', OK).replace('{ id: 1 }', body)).sends[0]?.body ?? []).toString();

describe('a scenario file', () => {
  it('is read as it is written, durations in ms', () => {
    const scenario = scenarioOf(`
retryscope: 1
name: Orders endpoint is down for two days
clock: 60
seed: 42
start: 2026-01-01T01:00:00+01:00
until: 80h
endpoints:
  - name: orders
    policy: fianto
    channel: webhook
    receiver: orders
    secret: whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
    verification: echo
  - { name: elsewhere, policy: alphorn, channel: slack, url: "http://127.0.0.1:3000/hooks" }
receiver:
  - route: orders
    script:
      - { reply: 503, for: 48h, delay: [100ms, 2s] }
      - { hang: true, times: 2, chance: 0.25 }
      - { reset: after-headers, reply: 204 }
send:
  - { endpoint: [orders, elsewhere], type: order.paid, body: { id: 1 }, count: 10, every: 1m, at: 0s }
actions:
  - { at: 50h, do: verify, endpoint: orders }
  - { at: 51h, do: lose-job, endpoint: orders, jobs: all }
  - { at: 52h, do: crash-engine }
`);
    expect(scenario).toMatchObject({
      clock: 60,
      seed: 42,
      startsAt: Date.UTC(2026, 0, 1),
      untilMs: 80 * HOUR,
      endpoints: [
        { name: 'orders', policy: { id: 'fianto' }, verification: 'echo', target: { kind: 'route', path: '/orders' } },
        { name: 'elsewhere', channel: 'slack', target: { kind: 'url', url: 'http://127.0.0.1:3000/hooks' } },
      ],
      sends: [{ endpoints: ['orders', 'elsewhere'], count: 10, everyMs: 60_000, atMs: 0 }],
      actions: [
        { atMs: 50 * HOUR, act: 'verify', endpoint: 'orders' },
        { act: 'lose-job', jobs: null },
        { act: 'crash-engine', endpoint: null },
      ],
    });
    expect(scenario.routes[0]?.script.steps).toEqual([
      { kind: 'reply', reply: 503, headers: [], body: '', delayMs: [100, 2_000], times: null, forMs: 48 * HOUR },
      { kind: 'hang', times: 2, forMs: null, chance: 0.25 },
      { kind: 'reset', when: 'after-headers', reply: 204, delayMs: 0, times: null, forMs: null },
    ]);
  });

  it('sends a text as it stands, and anything else as JSON', () => {
    expect(bodyOf('"plain, not JSON"')).toBe('plain, not JSON');
    expect(bodyOf('[1, "a", null, true, 1.5]')).toBe('[1,"a",null,true,1.5]');
    expect(bodyOf('null')).toBe('null');
    expect(bodyOf('"12345678901234567890"')).toBe('12345678901234567890');
  });

  it('keeps the digits of integers beyond 2^53', () => {
    expect(bodyOf('{ id: 9007199254740993, other: -12345678901234567890, plain: 7 }')).toBe(
      '{"id":9007199254740993,"other":-12345678901234567890,"plain":7}',
    );
  });

  it('knows where each expectation stands', () => {
    const scenario = scenarioOf(small('kestrel', OK, 'expect:\n  - { attempts: 1 }\n  - { deliveries: 1 }\n'));
    expect(scenario.expectations.map(({ line }) => line)).toEqual([13, 14]);
  });

  it('takes a policy file, by a path from its own folder, in YAML or JSON', () => {
    const folder = mkdtempSync(join(tmpdir(), 'scenario-policy-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'mine.json'), JSON.stringify({ ...kestrel, id: 'mine', attempts: 2 }));
    const read = readScenario(join(folder, 'a.yaml'), small('./mine.json', OK));
    expect(read).toMatchObject({ ok: true, value: { endpoints: [{ policy: { id: 'mine', attempts: 2 } }] } });
    const broken = JSON.stringify({ ...kestrel, attempts: 0 }, null, 2);
    writeFileSync(join(folder, 'mine.json'), broken);
    const line = broken.split('\n').findIndex((text) => text.includes('"attempts": 0')) + 1;
    const refused = readScenario(join(folder, 'a.yaml'), small('./mine.json', OK));
    expect(refused).toMatchObject({
      ok: false,
      problems: [{ file: join(folder, 'mine.json'), line, path: 'attempts' }],
    });
  });
});

describe('a wrong scenario file', () => {
  it('has every problem named, with line, column and path, in the order of the file', () => {
    expect(
      problemsOf(`retryscope: 1
nme: x
clock: fast
endpoints:
  - name: orders
    policy: fiantoo
    channel: sms
    receiver: orders
receiver:
  - route: orders
    script:
      - { reply: 99, tims: 3 }
      - { repli: 200 }
      - { reply: 200, for: 48 }
actions:
  - { at: 50h, do: verfy, endpoint: orders }
expect:
  - { deliveries: { delivred: 5 } }
`).map((line) => line.replace(/^(test\.yaml:\d+:\d+: [^:]+: ?).*$/, '$1').trim()),
    ).toEqual([
      'test.yaml:1:1: name:',
      'test.yaml:2:1: nme:',
      'test.yaml:3:8: clock:',
      'test.yaml:7:14: endpoints[0].channel:',
      'test.yaml:12:18: receiver[0].script[0].reply:',
      'test.yaml:12:22: receiver[0].script[0].tims:',
      'test.yaml:13:9: receiver[0].script[1]:',
      'test.yaml:14:28: receiver[0].script[2].for:',
      'test.yaml:16:20: actions[0].do:',
      'test.yaml:18:21: expect[0].deliveries.delivred:',
    ]);
  });

  it.each([
    ['an unknown key', small('kestrel', '[{ reply: 200, tims: 2 }]'), 'Did you mean times?'],
    ['an unknown policy', small('kestrl', OK), 'There is no policy “kestrl”. Choose alphorn, fianto'],
    ['a missing policy file', small('./nowhere.yaml', OK), 'There is no file nowhere.yaml.'],
    ['an unknown route', small('kestrel', OK).replace('receiver: orders', 'receiver: ordrs'), 'Did you mean /orders?'],
    [
      'an unknown endpoint',
      small('kestrel', OK).replace('endpoint: orders', 'endpoint: order'),
      'Did you mean orders?',
    ],
    ['a chance beyond 1', small('kestrel', '[{ reply: 503, chance: 30 }, { reply: 200 }]'), 'A chance is 0 to 1.'],
    ['times and for at once', small('kestrel', '[{ reply: 200, times: 2, for: 1h }]'), 'one of times, for and forever'],
    ['an action without its endpoint', small('kestrel', OK, 'actions: [{ at: 1h, do: enable }]'), 'enable needs'],
    ['a duration without a unit', small('kestrel', OK, 'until: 80'), 'A duration is a number and a unit'],
    ['a start that is no instant', small('kestrel', OK).replace('2026-01-01T', '2026-13-01T'), 'A start is an instant'],
    ['another format', small('kestrel', OK).replace('retryscope: 1', 'retryscope: 2'), 'write retryscope: 1'],
    ['a number that JSON has not', small('kestrel', OK).replace('{ id: 1 }', '{ id: .inf }'), 'JSON has no infinite'],
    ['too large a number for a count', small('kestrel', OK, 'until: 99999999999999999999h'), 'at most ten years'],
    ['a duplicate key', small('kestrel', OK, 'seed: 2'), 'Map keys must be unique'],
    ['no YAML at all', 'retryscope: [1', 'test.yaml:1:'],
    ['two documents', `${small('kestrel', OK)}\n---\nname: b\n`, 'multiple documents'],
    [
      'an expectation of nothing',
      small('kestrel', OK, 'expect: [{ endpoint: orders }]'),
      'An expectation checks something',
    ],
    ['captures of an endpoint', small('kestrel', OK, 'expect: [{ endpoint: orders, captures: 1 }]'), 'Name the route'],
    ['a span of deliveries', small('kestrel', OK, 'expect: [{ deliveries: 1, from: 1h }]'), 'for attempts only'],
    ['an empty file', '', 'test.yaml:1:1'],
  ])('%s is refused', (_, text, says) => {
    expect(problemsOf(text).join('\n')).toContain(says);
  });

  it('i6, i7: sets what a policy offers, and refuses the rest where it stands', () => {
    const withSettings = (policy: string, settings: string) =>
      readScenario(
        'test.yaml',
        small(policy, OK).replace(`policy: ${policy}`, `policy: ${policy}, settings: ${settings}`),
      );
    expect(withSettings('infraspeak', '{ suspendAfter: 3, ignoreFaults: true }')).toMatchObject({
      ok: true,
      value: {
        endpoints: [{ policy: { suspension: { trigger: { count: 3 }, ignoredFaults: ['dns', 'tls', 'refused'] } } }],
      },
    });
    const refused = withSettings('fianto', '{ suspendAfter: 3 }');
    expect(refused).toMatchObject({ ok: false });
    expect(JSON.stringify(refused)).toContain('Fianto has no setting suspendAfter. It has none.');
    expect(JSON.stringify(withSettings('kestrel', '{ retentionDays: 0 }'))).toContain('Days are a whole number');
  });

  it('refuses two endpoints of one name, and two scripts of one route', () => {
    const text = small('kestrel', OK)
      .replace('receiver:\n', '  - { name: orders, policy: kestrel, receiver: orders }\nreceiver:\n')
      .replace('send:\n', '  - { route: /orders, script: [{ reply: 200 }] }\nsend:\n');
    expect(problemsOf(text)).toEqual([
      'test.yaml:8:13: endpoints[1].name: Another endpoint has this name already.',
      'test.yaml:11:14: receiver[1].route: This route has a script already.',
    ]);
  });

  it('wants a receiver or a url, not both and not neither', () => {
    const says = 'either a receiver (a route below) or a url';
    const both = small('kestrel', OK).replace('receiver: orders }', 'receiver: orders, url: "http://localhost" }');
    const neither = small('kestrel', OK).replace(', receiver: orders }', ' }');
    expect(problemsOf(both).join()).toContain(says);
    expect(problemsOf(neither).join()).toContain(says);
  });

  it('cannot be made large by anchors, deep nesting or its size', () => {
    const anchors = ['a: &a0 [x, x]', ...Array.from({ length: 12 }, (_, i) => `b${i}: &a${i + 1} [*a${i}, *a${i}]`)];
    expect(problemsOf(anchors.join('\n')).join()).toContain('anchors repeat too much');
    expect(problemsOf(`body: ${'['.repeat(20_000)}${']'.repeat(20_000)}`).join()).toContain('nested too deeply');
    expect(problemsOf(`# ${'x'.repeat(1_048_576)}`).join()).toContain('larger than 1 MiB');
  });

  it('points through an anchor to where the value stands', () => {
    const text = small('kestrel', '&s [{ reply: 99 }]').replace('send:', '  - { route: more, script: *s }\nsend:');
    expect(problemsOf(text)[0]).toContain('test.yaml:9:43: receiver[0].script[0].reply');
  });
});
