import { createServer } from 'node:http';
import type { Message } from './listeners.ts';

// A separate process: answers every webhook with 204, and passes the messages to its parent.

const messages: Message[] = [];

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { type, data }: { type: string; data: { customId?: string; user?: string } } = JSON.parse(
      Buffer.concat(chunks).toString(),
    );
    messages.push({
      id: String(request.headers['webhook-id']),
      number: Number(request.headers['webhook-seq']),
      type,
      of: data.customId ?? data.user ?? '',
    });
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.send?.({ port: address.port });
});

process.on('message', () => process.send?.(messages));
process.on('disconnect', () => process.exit());
