import { createServer } from 'node:http';

// A separate process: receives messages and reports their arrival times to its parent. `/silent` accepts and never answers.

let arrivals: [message: string, at: number][] = [];

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now();
  request.resume();
  request.on('end', () => {
    if (request.url === '/silent') return;
    arrivals.push([String(request.headers['webhook-id']), at]);
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.send?.({ port: address.port });
});

process.on('message', (message) => {
  if (message === 'count') process.send?.({ count: arrivals.length });
  else {
    process.send?.({ arrivals });
    arrivals = [];
  }
});
process.on('disconnect', () => process.exit());
