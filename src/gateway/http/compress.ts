import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { brotliQuality, compressStream } from './compressStream.ts';
import { chooseEncoding, smallest, type Encoding } from './encodings.ts';
import { encodedTag, showOwnTags } from './etags.ts';
import { peek } from './peek.ts';

const worthIt =
  /^(text\/(?!event-stream)|image\/svg|application\/([\w.-]+\+)?(json|xml|x-ndjson|javascript|wasm))/;

/** Compresses bodies over 1 kB as the caller accepts it, streams while they flow; each encoding has its own ETag. */
export function compress(): MiddlewareHandler {
  return async (c, next) => {
    const came = showOwnTags(c.req.raw.headers);
    await next();
    const { res } = c;
    const { headers } = res;
    const tag = headers.get('etag');
    if (res.status === 304 && tag !== null) headers.set('ETag', came.get(tag) ?? tag);
    if (!mayBeEncoded(res)) return;
    if (!/accept-encoding/i.test(headers.get('vary') ?? '')) {
      headers.append('Vary', 'Accept-Encoding');
    }
    const encoding = chooseEncoding(c.req.header('accept-encoding'));
    if (encoding === null || res.body === null) return;
    const { whole, chunks, rest } = await peek(res.body, smallest).catch((error: unknown) => {
      // It failed before anything was sent: the problem must not inherit the headers of what it was to be.
      c.res = undefined;
      throw error;
    });
    const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    let body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
    if (whole && size <= smallest) {
      body = Buffer.concat(chunks);
    } else {
      headers.set('Content-Encoding', encoding);
      if (tag !== null) headers.set('ETag', encodedTag(tag, encoding));
      body = whole
        ? await compressWhole(Buffer.concat(chunks), encoding)
        : compressStream(chunks, rest, encoding);
    }
    if (body instanceof Uint8Array) headers.set('Content-Length', String(body.byteLength));
    else headers.delete('Content-Length');
    const { status } = res;
    // Without this the headers of the first answer would be added to those of the second.
    c.res = undefined;
    c.res = new Response(body, { status, headers });
  };
}

/** Whether a body of this kind is worth compressing and is not compressed yet. */
function mayBeEncoded({ status, headers }: Response): boolean {
  return (
    status !== 204 &&
    status !== 206 &&
    status !== 304 &&
    !headers.has('content-encoding') &&
    !/no-transform/i.test(headers.get('cache-control') ?? '') &&
    worthIt.test(headers.get('content-type') ?? '')
  );
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

function compressWhole(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  return encoding === 'br'
    ? brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      })
    : zip(bytes);
}
