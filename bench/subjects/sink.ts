import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { subjectArgs } from '../subject';

/** A peer that reads each body to its end and answers with the one status it is given. */
const { status } = subjectArgs<{ readonly status: number }>();
const server = createServer((request, response) => {
  request.on('end', () => {
    response.writeHead(status, { 'content-type': 'text/plain', 'content-length': 2 });
    response.end('ok');
  });
  request.resume();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
