import * as z from 'zod/mini';
import { importLine } from '#contract/prices.ts';
import { problemDetails } from '#contract/problem.ts';
import type { TestService } from '#test/support/service.ts';

export const boundary = 'a-boundary';
export const address = 'http://127.0.0.1:4173/x/import';
export const daily = 'time,BTC,ETH\n2025-06-15,2,20\n2025-06-16,3,30\n';

type Bytes = string | Uint8Array<ArrayBuffer>;

export function part(disposition: string, content: Bytes): Buffer {
  return Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: text/csv\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}

export const filePart = (name: string, content: Bytes) =>
  part(`name="file"; filename="${name}"`, content);
export const end = Buffer.from(`--${boundary}--\r\n`);

/** A form whose bytes a test sends when it likes. */
export function upload({ service }: TestService, query = '') {
  const gone = Promise.withResolvers<void>();
  const away = new AbortController();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let read = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
    pull: () => read.resolve(),
    cancel: () => gone.resolve(),
  });
  const init = {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body,
    duplex: 'half',
    signal: away.signal,
  };
  const answer = Promise.resolve(service.request(address + query, init));
  return {
    answer,
    send: (...bytes: readonly Uint8Array[]) => {
      read = Promise.withResolvers();
      for (const one of bytes) controller?.enqueue(one);
    },
    close: () => controller?.close(),
    breakOff: () => controller?.error(new Error('aborted')),
    /** The caller goes away while it still sends. */
    leave: () => away.abort(),
    /** Resolves when the service has read what was sent. */
    read: () => read.promise,
    /** Resolves when the service reads no further. */
    unread: gone.promise,
  };
}

/** Sends a whole form. */
export async function post(
  service: TestService,
  parts: readonly Buffer[],
  query = '',
): Promise<Response> {
  const { answer, send, close } = upload(service, query);
  send(...parts, end);
  close();
  return answer;
}

const lines = async (answer: Response) => linesOf(await answer.text());
export const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => importLine.parse(JSON.parse(line)));
export const summaryOf = async (answer: Response) =>
  z.parse(z.object({ summary: z.array(z.string()) }), (await lines(answer)).at(-1)).summary;
export const problemIn = async (answer: Response) => {
  const problem = z.parse(problemDetails, await answer.json());
  if (problem.status !== answer.status) throw new Error('The status is not that of the problem');
  return problem;
};

/** Reads lines of an answer one by one. */
export function reader(answer: Response) {
  const chunks = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    next: async () => (await chunks?.read())?.value ?? '',
    cancel: () => chunks?.cancel(),
  };
}
