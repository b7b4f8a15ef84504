import { expect, it } from 'vitest';
import { ASKS_FIRST, formatBody, openBody } from '../../src/renderer/view-models/bodies/open-body';
import { linesOf } from '../../src/renderer/view-models/bodies/text-lines';
import { policyFacts } from '../../src/renderer/view-models/policy-facts';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';

it.each([
  'application/cloudevents+json; charset=utf-8',
  'Application/JSON',
  'text/json',
  'application/vnd.api+json',
  '',
])('n8n-io/n8n#20748: a body of the type “%s” is shown as the JSON that it is', async (type) => {
  const body = new TextEncoder().encode('{"a":1}');
  const { forms } = await openBody(body, { contentType: type, contentEncoding: '', cut: false });
  expect(forms.slice(0, 2)).toEqual(['formatted', 'tree']);
});

it('plausible/analytics#6497: a policy says which of its limits are windows by the clock, and which slide', () => {
  const said = (policy: typeof alphorn, name: string): readonly string[] =>
    policyFacts(policy).flatMap((fact) => (fact.name === name ? [fact.says] : []));
  expect(said(alphorn, 'Throttle')).toEqual([
    'Slack: 60 in each window of 1 m by the clock',
    'Discord: 50 in each window of 1 m by the clock',
    'Telegram: 20 in each window of 1 m by the clock',
  ]);
  expect(said(fianto, 'By hand').join()).toMatch(/, 60 in any 1 h$/);
});

it('usebruno/bruno#7532: a body with a declared charset is its text, and its bytes stay', async () => {
  const body = Uint8Array.of(0xc1, 0xc8, 0xc7, 0xcd, 0xc1);
  const contentType = 'application/json; charset=windows-1253';
  const opened = await openBody(body, { contentType, contentEncoding: '', cut: false });
  expect(opened.text).toEqual({ text: 'ΑΘΗΝΑ', charset: 'windows-1253', note: null });
  expect(opened.stored).toBe(body);
});

it('usebruno/bruno#9230: no view of a JSON body passes through numbers', async () => {
  const text = '{"orderId":4634343214213523454,"x":1.00}';
  const contentType = 'application/json';
  const { bytes, kind } = await openBody(new TextEncoder().encode(text), {
    contentType,
    contentEncoding: '',
    cut: false,
  });
  const { shown } = formatBody({ form: 'formatted', kind, text, bytes, contentType, cut: false });
  expect('text' in shown ? shown.text : '').toBe('{\n  "orderId": 4634343214213523454,\n  "x": 1.00\n}');
});

it('usebruno/bruno#6415: a body of 150,000 lines asks first, and only the lines in sight are made', async () => {
  const text = `[\n${'  {"id": 4634343214213523454, "n": 1},\n'.repeat(149_997)}  0\n]\n`;
  const contentType = 'application/json';
  const { bytes, kind } = await openBody(new TextEncoder().encode(text), {
    contentType,
    contentEncoding: '',
    cut: false,
  });
  expect(bytes.length).toBeGreaterThan(ASKS_FIRST);
  const { shown } = formatBody({ form: 'text', kind, text, bytes, contentType, cut: false });
  if (shown.form !== 'text') throw new Error(`it is shown as ${shown.form}`);
  // The text in one piece, and two numbers a line: no line is a value of its own before it is drawn.
  expect(shown.lines.starts).toHaveLength(150_001);
  expect(linesOf(shown.text, shown.lines).at(149_998)).toEqual({
    number: 149_999,
    pieces: [{ kind: 'plain', text: '  0' }],
  });
});
