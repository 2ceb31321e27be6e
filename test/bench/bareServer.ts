import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** Baseline for our answers: a minimal Node server that sends the bytes of a file for every request. */
const [port = '0', file = ''] = process.argv.slice(2);
const body = readFileSync(file);

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => {
  process.stdout.write('ready\n');
});
