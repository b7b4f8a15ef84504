import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { protocol, type Session } from 'electron';
import { CONTENT_SECURITY_POLICY, rendererFile, SCHEME } from './renderer-files';

/** Before the app is ready: makes the page's scheme a secure one with an origin of its own. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
}

/** Serves the built page under its own origin with a strict policy, and lets nothing else be loaded. */
export function serveRenderer(session: Session): void {
  const folder = join(import.meta.dirname, '..', 'renderer');
  session.protocol.handle(SCHEME, async (request) => {
    const file = request.method === 'GET' ? rendererFile(folder, request.url) : null;
    if (file === null) return new Response('There is no such file.', { status: 404 });
    try {
      return new Response(new Uint8Array(await readFile(file.path)), {
        headers: {
          'content-type': file.contentType,
          'content-security-policy': CONTENT_SECURITY_POLICY,
          'x-content-type-options': 'nosniff',
        },
      });
    } catch {
      return new Response('There is no such file.', { status: 404 });
    }
  });
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !/^(app|data|blob|devtools):/.test(details.url) });
  });
}
