import { describe, expect, it } from 'vitest';
import { endpointLook, streakOf } from '../../src/renderer/view-models/endpoint-look';
import { policyFacts, policyInShort, sayRemoval } from '../../src/renderer/view-models/policy-facts';
import { moved, removed } from '../../src/renderer/view-models/script-edits';
import { failNext, presetOf, SCRIPT_PRESETS } from '../../src/renderer/view-models/script-presets';
import {
  requestNumbers,
  sayAnswers,
  sayScript,
  stepLook,
  verdictLook,
} from '../../src/renderer/view-models/script-words';
import { timeMarks } from '../../src/renderer/view-models/time-axis';
import { axisMarks, phaseBars } from '../../src/renderer/view-models/waterfall';
import { commandInputs } from '../../src/shared/contract/commands';
import { FRESH_CONDITION } from '../../src/shared/model/condition';
import type { Script, ScriptStep } from '../../src/shared/model/script';
import { alphorn } from '../../src/shared/policies/alphorn';
import { BUILT_IN_POLICIES } from '../../src/shared/policies/built-in';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';
import { previewSchedule } from '../../src/shared/rules/preview';

const fact = (name: string): string | undefined => policyFacts(fianto).find((each) => each.name === name)?.says;

describe('a policy in words', () => {
  it('says its waits, jitter and success as the provider’s page does', () => {
    expect(fact('Waits')).toBe('1 m, 5 m, 30 m, 2 h, 5 h, 10 h, 10 h');
    expect(fact('Jitter')).toBe('± 20 %, each wait by itself');
    expect(fact('Success')).toBe('2xx');
    expect(fact('Deleted')).toBe('what waits is cancelled');
    expect(fact('Suspends')).toBe('5 exhausted in a row');
    expect(fact('Meanwhile')).toBe('new events are held, up to 10,000');
    expect(fact('By hand')).toBe('redeliver: a new delivery, the same id, 60 in any 1 h');
    expect(fact('Keeps')).toBe('events for 90 d');
  });

  it('carries the rule behind each line', () => {
    expect(policyFacts(fianto).find((each) => each.name === 'Attempts')?.rules).toEqual(['F2']);
  });

  it('has words for every built-in policy', () => {
    for (const policy of BUILT_IN_POLICIES) {
      for (const each of policyFacts(policy)) expect(each.says, `${policy.name}: ${each.name}`).not.toBe('');
    }
  });

  it('fits on a card', () => {
    expect(policyInShort(fianto, previewSchedule(fianto))).toBe('8 attempts, about 28 h');
    expect(policyInShort(alphorn, previewSchedule(alphorn))).toBe('5 attempts, about 15 m');
    expect(policyInShort(kestrel, previewSchedule(kestrel))).toBe('6 attempts, about 1 m');
    expect(policyInShort(infraspeak, previewSchedule(infraspeak))).toMatch(/^13 attempts, 5 d/);
  });

  it('says what deleting an endpoint does to what waits', () => {
    expect(sayRemoval(fianto, 3)).toBe('3 waiting deliveries will be cancelled (F14). Its history stays.');
    expect(sayRemoval(kestrel, 1)).toBe('1 waiting delivery will be held (R6). Its history stays.');
    expect(sayRemoval(kestrel, 0)).toBe('Nothing waits for it. Its history stays.');
  });
});

describe('an endpoint’s condition', () => {
  const endpoint = { state: 'enabled', policy: fianto, condition: FRESH_CONDITION } as const;

  it('is active while it receives', () => {
    expect(endpointLook(endpoint)).toMatchObject({ kind: 'active', remedy: null });
  });

  it('says why it is suspended, with the rule, and what opens it', () => {
    const look = endpointLook({ ...endpoint, condition: { ...FRESH_CONDITION, suspendedAt: 1, streak: 5 } });
    expect(look).toMatchObject({ word: 'Suspended', label: 'pending', remedy: 'verify' });
    expect(look.says).toBe('5 exhausted in a row. New events are held.');
    expect(look.rules).toContain('F17');
  });

  it('offers to enable only what its policy enables again', () => {
    expect(endpointLook({ ...endpoint, state: 'disabled' }).remedy).toBeNull();
    expect(endpointLook({ ...endpoint, policy: kestrel, state: 'disabled' }).remedy).toBe(
      kestrel.whenRemoved.canEnable ? 'enable' : null,
    );
  });

  it('counts the streak against its threshold', () => {
    expect(streakOf({ ...endpoint, condition: { ...FRESH_CONDITION, streak: 3 } })).toEqual({ at: 3, of: 5 });
  });
});

describe('a script', () => {
  const reply = (status: number, times: number | null): ScriptStep => ({
    kind: 'reply',
    reply: status,
    headers: [],
    body: '',
    delayMs: 0,
    times,
    forMs: null,
  });
  const script: Script = {
    scope: 'per-id',
    steps: [reply(503, 2), { kind: 'hang', times: 1, forMs: null }, reply(200, null)],
  };

  it('numbers the requests that each step answers', () => {
    expect(requestNumbers(script)).toEqual([
      [1, 2],
      [3, 3],
      [4, null],
    ]);
  });

  it('does not number what time decides', () => {
    const timed: Script = { scope: 'all', steps: [{ kind: 'hang', times: null, forMs: 1_000 }, reply(200, null)] };
    expect(requestNumbers(timed)).toEqual([[1, null], null]);
  });

  it('says in a few words what it does', () => {
    expect(sayScript(script)).toBe('3 steps, per delivery id');
    expect(sayScript({ scope: 'all', steps: [reply(200, null)] })).toBe('always 200');
    expect(stepLook(reply(503, 2), false)).toMatchObject({ title: '503', detail: 'Service Unavailable', span: '× 2' });
    expect(stepLook(reply(200, 1), true).span).toBe('from then on');
  });

  it('moves and removes steps, and stays whole at its ends', () => {
    const titles = (steps: readonly ScriptStep[]): readonly string[] =>
      steps.map((step) => stepLook(step, false).title);
    expect(titles(moved(script.steps, 0, 1))).toEqual(['Hang', '503', '200']);
    expect(titles(moved(script.steps, 0, -1))).toEqual(['503', 'Hang', '200']);
    expect(titles(removed(script.steps, 1))).toEqual(['503', '200']);
  });

  it('has presets that the engine takes', () => {
    for (const preset of SCRIPT_PRESETS) {
      const args = { path: '/in', script: { scope: 'all', steps: preset.steps } };
      expect(commandInputs['route.create'].parse(args).script.steps, preset.name).toEqual(preset.steps);
    }
  });

  it('does not number what chance decides', () => {
    const flaky: Script = { scope: 'all', steps: [reply(500, 1), { ...reply(503, 2), chance: 0.3 }, reply(200, null)] };
    expect(requestNumbers(flaky)).toEqual([[1, 1], null, null]);
    expect(stepLook({ ...reply(503, 2), chance: 0.3 }, false).span).toBe('30 % × 2');
    expect(stepLook({ ...reply(503, null), chance: 0.3 }, true).span).toBe('from then on');
  });

  it.each([
    [[reply(200, null)], 'always 200'],
    [[reply(503, 3), reply(200, null)], '503 × 3, then 200'],
    [[{ ...reply(503, null), chance: 0.3 }, reply(200, null)], '503 to 30 % of requests, else 200'],
    [[{ ...reply(503, 2), chance: 0.5 }, reply(200, null)], '503 to 50 % of requests × 2, else and then 200'],
    [[{ ...reply(503, null), times: null, forMs: 172_800_000 }, reply(200, null)], '503 for 2 d, then 200'],
    [[reply(503, null), reply(200, null)], 'always 503'],
    [[reply(500, 1), reply(503, null), reply(200, null)], '500 once, then 503'],
    [
      [
        { kind: 'hang', times: 1, forMs: null },
        { ...reply(200, null), delayMs: 12_000 },
      ],
      'nothing once, then 200 after 12 s',
    ],
  ] as const)('says all that it answers: %#', (steps, says) => {
    expect(sayAnswers({ steps })).toBe(says);
  });

  it('is known as the preset that it is, whatever the order of its fields', () => {
    for (const preset of SCRIPT_PRESETS) expect(presetOf(preset)).toBe(preset);
    const down = { forMs: null, times: null, delayMs: 0, body: '', headers: [], reply: 503, kind: 'reply' } as const;
    expect(presetOf({ steps: [down] })?.name).toBe('Down');
    expect(presetOf({ steps: [{ ...down, body: 'x' }] })).toBeNull();
  });

  it('fails the next requests and then does what it does in the end, or works if that fails too', () => {
    expect(sayAnswers({ steps: failNext({ steps: [reply(503, 3), reply(201, 2)] }, 7) })).toBe('503 × 7, then 201');
    expect(sayAnswers({ steps: failNext({ steps: [reply(503, null)] }, 1) })).toBe('503 once, then 200');
    expect(sayAnswers({ steps: failNext({ steps: [{ kind: 'hang', times: null, forMs: null }] }, 2) })).toBe(
      '503 × 2, then 200',
    );
  });

  it('says which step answered and how often', () => {
    const verdict = { kind: 'step', index: 0, nth: 2, sinceAt: 0, does: 'reply', status: 503, delayMs: 0 } as const;
    expect(verdictLook(verdict)).toEqual({ hue: 's5', shape: 'square', word: '503', says: 'step 1, 2nd' });
    expect(verdictLook({ ...verdict, index: 1, turn: { index: 0, answered: 4, fallen: 2 } }).says).toBe(
      'step 2, since step 1 let it through by chance',
    );
    expect(verdictLook({ kind: 'refused', status: null, why: 'not HTTP' })).toMatchObject({ word: 'closed' });
  });
});

describe('axes', () => {
  it('take steps that people read, and reach the end', () => {
    const { marks, endMs } = timeMarks(33 * 3_600_000);
    expect(marks.map((mark) => mark.label)).toEqual(['0', '6 h', '12 h', '18 h', '24 h', '30 h', '36 h']);
    expect(endMs).toBe(36 * 3_600_000);
    expect(timeMarks(62_000).marks.map((mark) => mark.label)).toEqual(['0', '15 s', '30 s', '45 s', '60 s', '75 s']);
  });

  it('of a waterfall end within it', () => {
    expect(axisMarks(41.2)).toEqual([0, 20, 40]);
    expect(axisMarks(0)).toEqual([0]);
  });

  it('lay the phases one after the other and leave out what was not reached', () => {
    const bars = phaseBars({
      dnsMs: 1,
      connectMs: 2,
      tlsMs: null,
      writeMs: 0.5,
      firstByteMs: 30,
      bodyMs: null,
      reusedConnection: false,
    });
    expect(bars.map((bar) => [bar.name, bar.startMs])).toEqual([
      ['DNS', 0],
      ['Connect', 1],
      ['Request written', 3],
      ['First byte', 3.5],
    ]);
  });
});
