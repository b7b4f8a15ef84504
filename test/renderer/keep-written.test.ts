import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { begun, discardDraft, draft, editDraft, sentDraft, writtenEvent } from '../../src/renderer/state/draft';
import { type Drawer, KEEP_EVERY_MS, keepWritten } from '../../src/renderer/state/keep-written';
import { bodyOf, textBody } from '../../src/renderer/view-models/draft-body';
import { LIMITS } from '../../src/shared/contract/limits';
import { ok, refuse } from '../../src/shared/model/problem';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that writes one text, and an engine that keeps it; `away` refuses everything. */
function setUp(keptBefore: string | null) {
  const engine = { kept: keptBefore, away: false, asked: [] as string[] };
  const page: { text: string | null } = { text: null };
  let up = (): void => {};
  let changed = (_done: boolean): void => {};
  const drawer: Drawer = {
    async read() {
      engine.asked.push('read');
      return engine.away ? refuse('unavailable', 'away') : ok({ text: engine.kept });
    },
    async keep(text) {
      engine.asked.push(text === null ? 'clear' : 'keep');
      if (engine.away) return refuse('unavailable', 'away');
      engine.kept = text;
      return ok(null);
    },
    onUp(listener) {
      up = listener;
    },
  };
  const keeper = keepWritten(drawer, {
    text: () => page.text,
    restore(text) {
      page.text = text;
    },
    onChange(listener) {
      changed = listener;
    },
  });
  const write = (text: string | null, done = false): void => {
    page.text = text;
    changed(done);
  };
  const later = (): Promise<unknown> => vi.advanceTimersByTimeAsync(2 * KEEP_EVERY_MS);
  return { engine, page, up: () => up(), write, later, keeper };
}

describe('what is being written', () => {
  it('comes back when the page begins, and is not kept a second time', async () => {
    const { engine, page, up, later } = setUp('half an event');
    up();
    await later();
    expect(page.text).toBe('half an event');
    expect(engine.asked).toEqual(['read']);
  });

  it('stays when something is written before the engine has answered', async () => {
    const { engine, page, up, write, later } = setUp('the former');
    write('the newer');
    up();
    await later();
    expect(page.text).toBe('the newer');
    expect(engine.kept).toBe('the newer');
  });

  it('is kept as it is typed, once for many letters, and thrown away when nothing is left', async () => {
    const { engine, up, write, later } = setUp(null);
    up();
    await later();
    for (const text of ['a', 'ab', 'abc']) write(text);
    await later();
    expect(engine.kept).toBe('abc');
    expect(engine.asked).toEqual(['read', 'keep']);
    write(null);
    await later();
    expect(engine.kept).toBeNull();
    expect(engine.asked.at(-1)).toBe('clear');
  });

  it('is thrown away at once when it was sent, even while something is being kept', async () => {
    const { engine, up, write, later } = setUp(null);
    up();
    await later();
    write('a');
    await vi.advanceTimersByTimeAsync(KEEP_EVERY_MS - 1);
    write(null, true);
    await vi.advanceTimersByTimeAsync(0);
    expect(engine.asked).toEqual(['read']);
    write('b');
    vi.advanceTimersByTime(KEEP_EVERY_MS);
    expect(engine.asked.at(-1)).toBe('keep');
    write(null, true);
    await vi.advanceTimersByTimeAsync(0);
    expect(engine.kept).toBeNull();
    expect(engine.asked).toEqual(['read', 'keep', 'clear']);
  });

  it('is kept at once when the page goes', async () => {
    const { engine, up, write, later, keeper } = setUp(null);
    up();
    await later();
    write('last words');
    await keeper.now();
    expect(engine.kept).toBe('last words');
  });

  it('is kept when the engine is back, after it was away', async () => {
    const { engine, up, write, later } = setUp(null);
    up();
    await later();
    engine.away = true;
    write('meanwhile');
    await later();
    expect(engine.kept).toBeNull();
    engine.away = false;
    up();
    await later();
    expect(engine.kept).toBe('meanwhile');
  });

  it('is not sent where it is more than is kept', async () => {
    const { engine, up, write, later } = setUp(null);
    up();
    await later();
    write('x'.repeat(LIMITS.draftCharacters + 1));
    await later();
    expect(engine.asked).toEqual(['read']);
  });
});

describe('the event that is being written', () => {
  const beginning = draft.getState();
  afterEach(() => {
    draft.setState(beginning, true);
    begun.setState(beginning, true);
  });

  it('is nothing to keep as it begins, and as it was sent', () => {
    expect(writtenEvent.text()).toBeNull();
    editDraft({ endpointIds: [] });
    expect(writtenEvent.text()).toBeNull();
    editDraft({ body: textBody('{"n":1}') });
    const sent = draft.getState();
    expect(writtenEvent.text()).not.toBeNull();
    sentDraft(sent);
    expect(writtenEvent.text()).toBeNull();
    editDraft({ count: '2' });
    expect(writtenEvent.text()).not.toBeNull();
  });

  it.each([
    ['text', textBody('{"name":"Mañana"}\n')],
    ['bytes that are no text', bodyOf('/wD+')],
  ])('comes back whole: %s', (_, body) => {
    editDraft({ type: 'order.paid', contentType: 'text/plain', body, count: '3', every: '10 s' });
    const [was, text] = [draft.getState(), writtenEvent.text()];
    draft.setState(beginning, true);
    writtenEvent.restore(text ?? '');
    expect(draft.getState()).toEqual(was);
  });

  it.each(['', 'no JSON', '{"type":1}'])('stays as it begins when what was kept cannot be read: %j', (text) => {
    writtenEvent.restore(text);
    expect(draft.getState()).toEqual(beginning);
  });

  it('can be discarded, and taken back', () => {
    editDraft({ type: 'order.paid' });
    const was = draft.getState();
    const undo = discardDraft();
    expect(draft.getState()).toEqual(beginning);
    expect(writtenEvent.text()).toBeNull();
    undo();
    expect(draft.getState()).toEqual(was);
    expect(writtenEvent.text()).not.toBeNull();
  });
});
