import { describe, expect, it } from 'vitest';
import { newVersionOf } from '../../src/shared/rules/policy-version';
import { openApp } from '../host/open-app';

const HEAD = 'retryscope: policy\nversion: 1\n';
const QUICK = `${HEAD}# Faster, for tests\nname: Quick\nextends: fianto\nattempts: 3\nschedule: [1s, 2s]\n`;

async function anApp() {
  const app = await openApp();
  const endpoint = (policyId: string) =>
    app.call('endpoint.create', { name: 'Orders', url: 'http://127.0.0.1:9/', policyId });
  return { ...app, endpoint };
}

describe('policies of one’s own', () => {
  it('are kept over a restart, as they were written', async () => {
    const { call, close, dataDir } = await anApp();
    await call('policy.create', { text: QUICK });
    await close();
    const again = await openApp(dataDir);
    const found = (await again.call('policy.list', {})).filter(({ own }) => own !== null);
    expect(found).toMatchObject([{ policy: { id: 'quick', attempts: 3 }, own: { base: 'fianto', text: QUICK } }]);
    expect(found[0]?.preview).toHaveLength(3);
  });

  it('have ids that nobody else has', async () => {
    const { call } = await anApp();
    await call('policy.create', { text: QUICK });
    await expect(call('policy.create', { text: QUICK })).rejects.toThrow('Choose another, such as quick-2.');
    const taken = QUICK.replace('name: Quick', 'name: Quick\nid: fianto');
    await expect(call('policy.create', { text: taken })).rejects.toThrow('A built-in policy has the id fianto.');
  });

  it('are refused with line and column when they are wrong', async () => {
    const { call } = await anApp();
    await expect(call('policy.create', { text: `${HEAD}attempts: 0` })).rejects.toThrow(
      'policy:3:11: attempts: This is 1 or more.',
    );
    expect(await call('policy.read', { text: `${HEAD}attempts: 0` })).toEqual({
      ok: false,
      problems: [{ line: 3, column: 11, path: 'attempts', message: 'This is 1 or more.' }],
    });
  });

  it('leave built-in ones as they are', async () => {
    const { call } = await anApp();
    await expect(call('policy.update', { id: 'fianto', text: QUICK })).rejects.toThrow('Edit a copy of it.');
    await expect(call('policy.remove', { id: 'fianto' })).rejects.toThrow('Edit a copy of it.');
  });

  it('change no endpoint until it takes the new version, which keeps what was set', async () => {
    const { call, endpoint } = await anApp();
    const text = `${HEAD}name: Mine\nextends: infraspeak\nattempts: 3\n`;
    await call('policy.create', { text });
    const { id } = await endpoint('mine');
    await call('endpoint.update', { id, settings: { suspendAfter: 7 } });
    const { policy: next } = await call('policy.update', { id: 'mine', text: text.replace('3', '4') });

    const [before] = (await call('snapshot', {})).endpoints;
    expect(before?.policy.attempts).toBe(3);
    expect(before === undefined ? null : newVersionOf(before.policy, next)?.attempts).toBe(4);

    expect(await call('policy.use', { id: 'mine', endpointIds: [id] })).toEqual({ updated: 1 });
    const [after] = (await call('snapshot', {})).endpoints;
    expect(after?.policy.attempts).toBe(4);
    expect(after?.policy.suspension?.trigger).toMatchObject({ count: 7 });
    expect(after === undefined ? undefined : newVersionOf(after.policy, next)).toBeNull();
  });

  it('can be removed while an endpoint runs under one, and made again from the same text', async () => {
    const { call, endpoint } = await anApp();
    await call('policy.create', { text: QUICK });
    const { id } = await endpoint('quick');
    await call('policy.remove', { id: 'quick' });
    expect((await call('policy.list', {})).map(({ policy }) => policy.id)).not.toContain('quick');
    expect((await call('endpoint.update', { id, name: 'Renamed' })).policy.attempts).toBe(3);
    await expect(endpoint('quick')).rejects.toThrow('There is no policy “quick”.');
    expect(await call('policy.create', { text: QUICK })).toMatchObject({ policy: { id: 'quick' } });
  });

  it('keep their id when they are changed', async () => {
    const { call } = await anApp();
    await call('policy.create', { text: QUICK });
    const other = QUICK.replace('Quick', 'Slow');
    await expect(call('policy.update', { id: 'quick', text: other })).rejects.toThrow('make a copy');
  });

  it('are told to every client', async () => {
    const { app, call } = await anApp();
    const told: (number | null)[] = [];
    const heard = new Promise<void>((resolve) => {
      app.subscribe(({ policies }) => {
        told.push(policies);
        if (policies !== null) resolve();
      });
    });
    await call('policy.create', { text: QUICK });
    await heard;
    expect(told).toContain(1);
    expect((await call('snapshot', {})).policies).toBe(1);
  });

  it('travel with a workspace, and are named by a scenario', async () => {
    const { call, endpoint } = await anApp();
    await call('policy.create', { text: QUICK });
    await endpoint('quick');
    const { text } = await call('workspace.export', {});
    expect(text).toContain('policy: quick');

    const other = await anApp();
    expect(await other.call('workspace.check', { text })).toMatchObject({ policies: ['quick'] });
    await other.call('workspace.import', { text });
    expect((await other.call('snapshot', {})).endpoints).toMatchObject([{ policy: { id: 'quick', attempts: 3 } }]);
    expect(await other.call('workspace.check', { text })).toMatchObject({
      policies: [],
      left: ['quick', '/in', 'Orders'],
    });

    const scenario = (policy: string) =>
      `retryscope: 1\nname: S\nendpoints: [{ name: a, policy: ${policy}, url: "http://127.0.0.1:9/" }]\n`;
    await other.call('scenario.open', { text: scenario('quick') });
    expect((await other.call('snapshot', {})).endpoints).toMatchObject([{ policy: { attempts: 3 } }]);
    await other.call('scenario.open', { text: scenario('{ extends: kestrel, attempts: 2 }') });
    expect((await other.call('snapshot', {})).endpoints).toMatchObject([
      { policy: { id: 'kestrel-changed', name: 'Kestrel, changed', attempts: 2 } },
    ]);
    await expect(other.call('scenario.open', { text: scenario('{ atempts: 2 }') })).rejects.toThrow(
      'scenario.yaml:3:34: endpoints[0].policy.atempts: “atempts” is not known here. Did you mean attempts?',
    );
  });
});
