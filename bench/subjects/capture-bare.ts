import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { subjectArgs } from '../subject';

/** A server that keeps each body in memory until it has come in whole, then answers 200 and forgets it. */
subjectArgs<null>();
const server = createServer((request, response) => {
  const chunks: Uint8Array[] = [];
  request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  request.on('end', () => {
    Buffer.concat(chunks);
    response.writeHead(200, { 'content-length': 0 });
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
