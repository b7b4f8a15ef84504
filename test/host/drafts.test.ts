import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/shared/contract/limits';
import { openApp } from './open-app';

describe('what is being written', () => {
  it('is kept over a restart, each by its name, until it is thrown away', async () => {
    const first = await openApp();
    expect(await first.call('draft.get', { name: 'event' })).toEqual({ text: null });
    await first.call('draft.keep', { name: 'event', text: '{"n":1}' });
    await first.call('draft.keep', { name: 'event', text: '{"n":2}' });
    await first.call('draft.keep', { name: 'scenario', text: 'events: []' });
    await first.close();
    const again = await openApp(first.dataDir);
    expect(await again.call('draft.get', { name: 'event' })).toEqual({ text: '{"n":2}' });
    await again.call('draft.clear', { name: 'event' });
    expect(await again.call('draft.get', { name: 'event' })).toEqual({ text: null });
    expect(await again.call('draft.get', { name: 'scenario' })).toEqual({ text: 'events: []' });
  });

  it('is as long as an event can be, and no longer', async () => {
    const { call } = await openApp();
    const most = 'x'.repeat(LIMITS.draftCharacters);
    await call('draft.keep', { name: 'event', text: most });
    await expect(call('draft.keep', { name: 'event', text: `${most}x` })).rejects.toThrow(
      'A draft is kept up to 2,097,152 characters.',
    );
    expect((await call('draft.get', { name: 'event' })).text).toHaveLength(LIMITS.draftCharacters);
    const largestBody = Math.ceil(LIMITS.eventBodyBytes / 3) * 4;
    expect(largestBody).toBeLessThan(LIMITS.draftCharacters / 1.4);
  });

  it('is in no workspace file and no diagnostics, and goes with a reset', async () => {
    const { call } = await openApp();
    await call('draft.keep', { name: 'event', text: '4111-1111-1111' });
    expect((await call('workspace.export', {})).text).not.toContain('4111');
    expect(JSON.stringify(await call('about.diagnostics', {}))).not.toContain('4111');
    await call('data.reset', {});
    expect(await call('draft.get', { name: 'event' })).toEqual({ text: null });
  });
});
