import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openApi } from './api-bench';

const DOC = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const BLOCKS = [...DOC.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text ?? '');

const hasCurl = (): boolean => {
  try {
    execFileSync('curl', ['--version']);
    return true;
  } catch {
    return false;
  }
};

describe('docs/api.md', () => {
  it.skipIf(!hasCurl())('has examples that do what they say, one after the other', async () => {
    const bench = await openApi();
    const { receiver } = await bench.call('snapshot', {});
    if (receiver.kind === 'down') throw new Error(receiver.why);
    // The page waits a second for what is sent to arrive; here it is waited for.
    const arrived = `until curl -sf "$URL/v1/deliveries?endpoint=$ENDPOINT&state=delivered&limit=1" -u "a:$TOKEN" | grep -q dlv_; do :; done`;
    const script = BLOCKS.join('\n')
      .replace('http://127.0.0.1:7878/in', `${receiver.url}/in`)
      .replace(/^sleep 1$/m, arrived);
    const env = { ...process.env, URL: bench.url, TOKEN: bench.token };
    const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', script], { env, timeout: 15_000 });
    expect(BLOCKS).toHaveLength(8);
    expect(stdout).toContain('"data":{"id":4634343214213523454,"total":12.50}}');
    expect(stdout).toContain('event: snapshot');
    const { rows } = await bench.call('delivery.list', {});
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map(({ eventType }) => eventType))).toEqual(new Set(['order.paid', 'order.xml']));
    expect(rows.filter(({ originId }) => originId !== null)).toHaveLength(1);
    expect((await bench.call('snapshot', {})).clock).toMatchObject({
      paused: false,
      pace: { kind: 'factor', factor: 60 },
    });
    const xml = rows.find(({ eventType, originId }) => eventType === 'order.xml' && originId === null);
    const { body } = await bench.call('event.get', { id: xml?.eventId ?? '' });
    expect(Buffer.from(body, 'base64').toString()).toBe('<order id="7"/>');
  });

  it('tells of every status that the API answers with, and links the OpenAPI file', () => {
    const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
    const statuses = [...DOC.matchAll(/^\| (\d{3}) /gm)].map(([, status]) => status);
    expect(statuses).toEqual([...Object.keys(document.components.responses), '405'].sort());
    expect(DOC).toContain('[openapi.json](openapi.json)');
  });
});
