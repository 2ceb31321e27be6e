import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Problem, problem } from '#platform/http/problem.ts';
import type { NamedBytes } from './csvRows.ts';
import { importLimits, overLimit } from './importLimits.ts';

export interface ImportForm {
  readonly files: AsyncIterable<NamedBytes>;
  /** The value of the part `replace`, which may come after the files: resolves once they are read. */
  readonly replace: Promise<boolean>;
}

interface ImportFormOptions {
  readonly contentType: string;
  /** Default if no part sets it. */
  readonly replace: boolean;
  readonly signal: AbortSignal;
}

/** Parts have a few headers, and a value is a single character. */
const limits = {
  parts: importLimits.parts,
  headerPairs: 20,
  headerSize: 16 * 1024,
  fieldSize: 64,
};

/** Parses a form. 415 for another content type, 422 invalid-body if it is incomplete. */
export function readImportForm(
  body: AsyncIterable<Uint8Array>,
  { contentType, replace, signal }: ImportFormOptions,
): ImportForm {
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw problem(
      'unsupported-media-type',
      'This operation accepts multipart/form-data with the files to import.',
    );
  }
  const parser = parserOf(contentType);
  const replaces = Promise.withResolvers<boolean>();
  let said: boolean | null = null;
  parser.on('field', (name, value) => {
    if (name === 'replace') said ??= value === '1';
  });
  parser.on('finish', () => replaces.resolve(said ?? replace));
  return { files: filesOf(body, parser, signal), replace: replaces.promise };
}

function parserOf(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits,
      isPartAFile: (_, __, fileName) => fileName !== undefined,
    });
  } catch {
    throw noForm('its content-type has no boundary');
  }
}

function noForm(why: string): Problem {
  return problem('invalid-body', `The body is not complete multipart/form-data: ${why}.`);
}

async function* filesOf(
  body: AsyncIterable<Uint8Array>,
  parser: BusboyInstance,
  signal: AbortSignal,
): AsyncGenerator<NamedBytes> {
  const arrived: { readonly name: string; readonly content: Readable }[] = [];
  const over = new AbortController();
  let file: PassThrough | null = null;
  let failure: Problem | null = null;
  let isComplete = false;
  let news = Promise.withResolvers<void>();
  const wake = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  const fail = (error: unknown) => {
    failure ??= error instanceof Problem ? error : noForm('it ends too early');
    // Stops its reader, too.
    file?.destroy(failure);
    wake();
  };
  parser.on('file', (_, content, name) => {
    content.on('error', fail);
    arrived.push({ name, content });
    wake();
  });
  parser.on('partsLimit', () => fail(overLimit('import', 'parts', importLimits.parts)));
  parser.on('error', fail);
  parser.on('finish', () => {
    isComplete = true;
    wake();
  });
  pipeline(body, parser, { signal: AbortSignal.any([signal, over.signal]) }).catch(fail);
  try {
    for (;;) {
      if (failure !== null) throw failure;
      const next = arrived.shift();
      if (next !== undefined) {
        file = new PassThrough();
        // Its reader gets the error; there may be none.
        file.on('error', () => {});
        next.content.pipe(file);
        yield { name: next.name, bytes: file };
        file.destroy();
        next.content.unpipe(file);
        next.content.resume();
      } else if (isComplete) {
        return;
      } else {
        await news.promise;
      }
    }
  } finally {
    over.abort();
  }
}
