import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The least that Node can do: sends the bytes of a file for every request. What our answers are measured beside. */
const [port = '0', file = ''] = process.argv.slice(2);
const body = readFileSync(file);

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => {
  process.stdout.write('ready\n');
});
