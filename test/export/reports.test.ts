import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escaped } from '../../src/main/export/html-text';
import { fenced, inline } from '../../src/main/export/markdown';
import { EngineBench } from '../support/engine-bench';
import { aLog, exported } from './log-bench';

describe('a log as HTML', () => {
  it('is one page that loads nothing and runs nothing', async () => {
    const bench = await aLog();
    const page = await exported(bench.views, { format: 'html' });
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|\son[a-z]+=|https?:\/\//i);
    expect(page).toContain('2 deliveries, 4 attempts');
    expect(page).toContain('<td>delivered</td><td class="n">2</td>');
    // A mark for each attempt in the picture, and a row for each in the table.
    expect(page.match(/<g class=/g)).toHaveLength(4);
    expect(page.match(/<tr><td class="n">\d+<\/td><td class="mono">/g)).toHaveLength(4);
    expect(page).toContain('503 Service Unavailable');
    expect(page).toMatch(/Redacted: 3 authorizations/);
  });

  it('shows hostile names as text', async () => {
    const bench = await EngineBench.open();
    bench.send(bench.endpoint('fianto', `"><script>alert(1)</script><svg onload='x'>`));
    await bench.advance(1_000);
    const page = await exported(bench.views, { format: 'html' });
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('escapes whatever a text holds', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>"'\u0000-\u0008\u202e]/.test(escaped(text))));
  });
});

describe('a log as Markdown', () => {
  it('tells of the attempts, the last exchange and the log', async () => {
    const bench = await aLog();
    const text = await exported(bench.views, { format: 'markdown' });
    expect(text).toContain('# Retryscope: 2 deliveries, 2 delivered');
    expect(text).toContain('## order.paid to Shop: delivered');
    expect(text).toMatch(/\| 1 \| 2026\\-01\\-01 00\\:00\\:00\.\d{3} \| {2}\| 503 Service Unavailable \|/);
    expect(text).toContain('POST http://127.0.0.1:9/hook?token=REDACTED&x=1');
    expect(text).toContain('Redacted: 3 authorizations');
  });

  it('fences a body by more ticks than stand in it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('`', '``````', 'a', '\n'), { maxLength: 30 }), (parts) => {
        const body = parts.join('');
        const block = fenced(body);
        const [fence = ''] = /^`+/.exec(block) ?? [];
        expect(body.includes(fence)).toBe(false);
        expect(fence.length).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it('lets no text of a line out of it', () => {
    expect(inline('a|b\n# c <b> [x](y) `z` @me')).toBe('a\\|b \\# c \\<b\\> \\[x\\]\\(y\\) \\`z\\` \\@me');
  });
});
