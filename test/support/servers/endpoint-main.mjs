// Somebody's webhook handler: a process of its own, without a line of Retryscope in it. Answers as its arguments say,
// one after the other and the last one for ever, and tells its parent what it saw, byte for byte.
import { createServer } from 'node:http';

const answers = process.argv.slice(2);
const send = process.send?.bind(process);
if (send === undefined) throw new Error('Start this file with fork: it reports to its parent.');

let count = 0;
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const answer = answers[Math.min(count, answers.length - 1)] ?? '200';
    count += 1;
    send({
      kind: 'request',
      method: request.method,
      target: request.url,
      headers: request.rawHeaders,
      body: Buffer.concat(chunks).toString('base64'),
    });
    if (answer === 'hang') return;
    response.writeHead(Number(answer), { 'content-type': 'text/plain' }).end(`answer ${count}\n`);
  });
});
server.listen(Number(process.env.ENDPOINT_PORT ?? 0), '127.0.0.1', () => {
  const address = server.address();
  send({ kind: 'listening', port: typeof address === 'object' ? address?.port : null });
});
process.on('disconnect', () => process.exit(0));
