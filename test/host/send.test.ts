import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { retryscope } from '../support/command-line';
import { anEndpoint, openApi } from './api/api-bench';
import { aFolder } from './open-app';

/** An app that runs, and the command line on its data folder. */
async function bench() {
  const api = await openApi();
  const send = (args: readonly string[], input: readonly Uint8Array[] = [], stop?: AbortSignal) =>
    retryscope(['send', ...args, '--data-dir', api.dataDir], stop, input);
  const events = async () => {
    const { rows } = await api.call('event.list', {});
    const whole = await Promise.all(rows.map(({ id }) => api.call('event.get', { id })));
    return whole.map(({ type, contentType, body, endpointIds }) => ({
      type,
      contentType,
      endpointIds,
      bytes: Buffer.from(body, 'base64'),
    }));
  };
  return { ...api, send, events };
}

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, i) => i);

describe('retryscope send', () => {
  it('sends text, a file and standard input byte for byte, to the only endpoint', async () => {
    const { send, events, dataDir, ...api } = await bench();
    const endpoint = await anEndpoint(api, 'fianto');
    const file = join(dataDir, 'body.bin');
    writeFileSync(file, ALL_BYTES);
    const text = '{"id":4634343214213523454, "t":"Grüße"}';
    const sent = await send(['order.paid', '--data', text]);
    expect(sent).toMatchObject({ code: 0, errors: '' });
    expect(sent.out).toMatch(/^evt_[0-9A-Z]{26} order\.paid\n$/);
    expect(await send(['a file', '--file', file])).toMatchObject({ code: 0 });
    const parts = [ALL_BYTES.subarray(0, 100), ALL_BYTES.subarray(100)];
    expect(await send(['piped', '--file', '-', '--content-type', 'image/x; a=b'], parts)).toMatchObject({ code: 0 });
    expect(await send(['plain', '--data', ''])).toMatchObject({ code: 0 });
    const to = { endpointIds: [endpoint] };
    expect(await events()).toEqual([
      { type: 'plain', contentType: 'text/plain', bytes: Buffer.from(''), ...to },
      { type: 'piped', contentType: 'image/x; a=b', bytes: Buffer.from(ALL_BYTES), ...to },
      { type: 'a file', contentType: 'application/octet-stream', bytes: Buffer.from(ALL_BYTES), ...to },
      { type: 'order.paid', contentType: 'application/json', bytes: Buffer.from(text), ...to },
    ]);
  });

  it('sends to endpoints by name or id, and names those that there are when it is told none', async () => {
    const { send, events, ...api } = await bench();
    expect(await send(['a', '--data', '1'])).toMatchObject({
      code: 2,
      out: '',
      errors: 'There is no endpoint yet. Add one in the app, then send again.\n',
    });
    const one = await anEndpoint(api, 'fianto', 200, '/one');
    const two = await anEndpoint(api, 'kestrel', 200, '/two');
    expect(await send(['a', '--data', '1'])).toMatchObject({
      code: 2,
      errors: 'There are 2 endpoints. Choose with --to: To /one or To /two.\n',
    });
    expect((await send(['a', '--data', '1', '--to', 'Three'])).errors).toBe(
      '--to Three: there is no such endpoint. Give an id, or To /one or To /two.\n',
    );
    expect(await send(['a', '--data', '1', '--to', 'To /two', '--to', one, '--to', 'To /one'])).toMatchObject({
      code: 0,
    });
    expect((await events()).map(({ endpointIds }) => [...endpointIds].sort())).toEqual([[one, two].sort()]);
    const again = await anEndpoint(api, 'fianto', 200, '/one');
    expect((await send(['a', '--data', '1', '--to', 'To /one'])).errors).toBe(
      `--to To /one: 2 endpoints have this name. Give ${one} or ${again}.\n`,
    );
  });

  it('waits for the end, says each attempt, and exits with 0 or 1', async () => {
    const { send, ...api } = await bench();
    await anEndpoint(api, 'fianto', 200, '/well');
    await anEndpoint(api, 'fianto', 500, '/ill');
    await api.call('clock.setPace', { pace: { kind: 'skip' } });
    const well = await send(['a', '--data', '1', '--to', 'To /well', '--count', '2', '--wait']);
    expect(well).toMatchObject({ code: 0, errors: '' });
    const lines = well.out.trim().split('\n');
    expect(lines.filter((line) => /^dlv_\S+ To \/well {2}attempt 1: 200 OK, \d+ ms$/.test(line))).toHaveLength(2);
    expect(lines.filter((line) => /^dlv_\S+ To \/well {2}delivered after 1 attempt$/.test(line))).toHaveLength(2);
    expect(lines).toHaveLength(6);
    const ill = await send(['a', '--data', '1', '--to', 'To /ill', '--wait', '--json']);
    expect(ill).toMatchObject({ code: 1, errors: '' });
    const { ended, deliveries } = JSON.parse(ill.out);
    expect([ended, deliveries.length, deliveries[0].state, deliveries[0].endpoint]).toEqual([
      'final',
      1,
      'failed',
      'To /ill',
    ]);
    const statuses = deliveries[0].attempts.map((each: { outcome: { status: number } }) => each.outcome.status);
    expect(statuses.length).toBeGreaterThan(1);
    expect(new Set(statuses)).toEqual(new Set([500]));
    expect(JSON.parse((await send(['a', '--data', '1', '--to', 'To /well', '--json'])).out)).toEqual({
      eventIds: [expect.stringMatching(/^evt_/)],
      deliveryIds: [expect.stringMatching(/^dlv_/)],
    });
  });

  it('gives up waiting when the time is up or it is stopped, and says what is left', async () => {
    const { send, ...api } = await bench();
    await anEndpoint(api, 'fianto', 500);
    const late = await send(['a', '--data', '1', '--wait', '--timeout', '1ms']);
    expect(late).toMatchObject({
      code: 1,
      errors: 'Not waited for longer than 1ms: 1 delivery is not over; the app goes on with it.\n',
    });
    const stopped = await send(['a', '--data', '1', '--wait'], [], AbortSignal.abort());
    expect(stopped).toMatchObject({ code: 130, errors: 'Stopped. 1 delivery is not over; the app goes on with it.\n' });
  });

  it('sends nothing more under the same key', async () => {
    const { send, events, ...api } = await bench();
    await anEndpoint(api, 'fianto');
    const args = ['a', '--data', '1', '--idempotency-key', 'order-1'];
    const { out } = await send(args);
    expect(await send(args)).toMatchObject({ code: 0, out });
    expect(await events()).toHaveLength(1);
    expect(await send(['a', '--data', '2', '--idempotency-key', 'order-1'])).toMatchObject({ code: 2, out: '' });
  });

  it.each([
    [['a'], 'Give the event’s body once: --data TEXT, --file FILE, or --file - for standard input.'],
    [['a', '--data', '1', '--file', 'x'], 'Give the event’s body once'],
    [['a', '--file', '/nowhere/x'], 'There is no file /nowhere/x.'],
    [['a', '--file', '/'], '/ is a folder.'],
    [['a', '--data', '1', '--count', 'many'], 'Send 1 to 100,000 events.'],
    [['a', '--data', '1', '--count', '1001'], 'Send 1 to 1,000 at once'],
    [['a', '--data', '1', '--content-type', 'a\nb'], 'A content type is written in ASCII'],
    [['a', '--data', '1', '--idempotency-key', 'a b'], 'A key has 1 to 255 characters of ASCII'],
    [['', '--data', '1'], 'An event needs a type'],
    [['a', '--data', '1', '--timeout', 'soon'], '--timeout soon: write a number and a unit, such as 30s or 5m.'],
    [['a', '--data', 'x'.repeat(1_048_577)], '--data has more than 1 MiB, the most that an event carries.'],
    [[], "missing required argument 'type'"],
  ])('refuses what is wrong, and sends nothing: %#', async (args, says) => {
    const { send, events, ...api } = await bench();
    await anEndpoint(api, 'fianto');
    const { code, out, errors } = await send(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(errors).toContain(says);
    expect(await events()).toEqual([]);
  });

  it('refuses standard input as soon as it is too much', async () => {
    const { send, ...api } = await bench();
    await anEndpoint(api, 'fianto');
    const half = new Uint8Array(524_288);
    expect(await send(['a', '--file', '-'], [half, half])).toMatchObject({ code: 0 });
    expect((await send(['a', '--file', '-'], [half, half, new Uint8Array(1)])).errors).toContain('more than 1 MiB');
  });

  it('says how to start an app where none runs, or its API is off', async () => {
    const dataDir = aFolder();
    const { code, out, errors } = await retryscope(['send', 'a', '--data', '1', '--json', '--data-dir', dataDir]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(errors).toBe(
      `No Retryscope runs with its local API on in ${dataDir}. Start it with: retryscope serve. Or open the app and switch on Settings > Local API.\n`,
    );
    const { send, call } = await bench();
    await call('settings.set', { apiOn: false });
    expect((await send(['a', '--data', '1'])).errors).toContain('retryscope serve');
  });
});
