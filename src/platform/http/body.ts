import type { Context } from 'hono';
import * as z from 'zod/mini';
import { bytesInWords } from '#contract/bytes.ts';
import { defaultBodyLimit } from '#contract/operation.ts';
import { pointer, type ProblemFault } from '#contract/problem.ts';
import { excessInWords, jsonExcess, type JsonBounds } from './jsonBounds.ts';
import { Problem, problem } from './problem.ts';
import { jsonFaultInWords } from '#contract/jsonFault.ts';

/** Reads a body up to a limit in bytes; 413 if it is larger. */
export async function readBytes(c: Context, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyOf(c, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function* bodyOf(c: Context, limit: number): AsyncGenerator<Uint8Array> {
  const announced = Number(c.req.header('content-length') ?? 0);
  if (announced > limit) throw tooLarge(limit);
  let length = 0;
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      length += chunk.byteLength;
      if (length > limit) throw tooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    // The caller disconnected, or sent an invalid body: not a fault of the service, so it is not logged.
    throw problem('malformed-json', 'The body ended early.');
  }
}

function tooLarge(limit: number): Error {
  return problem(
    'too-large',
    `The body exceeds ${bytesInWords(limit)}, the limit of this operation.`,
  );
}

export async function readJson<Schema extends z.core.$ZodType>(
  c: Context,
  schema: Schema,
  limit: number = defaultBodyLimit,
): Promise<z.output<Schema>> {
  checkJsonType(c);
  return checkBody(parseJson(await readBytes(c, limit)), schema);
}

/** 415 if the content type is not JSON. */
export function checkJsonType(c: Context): void {
  const type = c.req.header('content-type');
  if (type !== undefined && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type.trim())) {
    throw problem(
      'unsupported-media-type',
      `This operation accepts application/json, not ${JSON.stringify(type)}. Set the header content-type: application/json.`,
    );
  }
}

export function checkBody<Schema extends z.core.$ZodType>(
  value: unknown,
  schema: Schema,
): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const errors = faults(result.error);
  throw problem('invalid-body', sentence(errors), { errors });
}

export function faults(error: z.core.$ZodError): ProblemFault[] {
  return error.issues.map(({ path, message }) => ({ pointer: pointer(path), detail: message }));
}

/** The first fault as a sentence, and the number of others. */
export function sentence(errors: readonly ProblemFault[]): string {
  const [first] = errors;
  if (first === undefined) return 'The body is invalid.';
  const place = first.pointer === '' ? 'The body' : `At ${first.pointer}`;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `${place}: ${first.detail}${more}`;
}

export const bodyBounds = { levels: 64, values: 500_000 } as const satisfies JsonBounds;

/** Parses JSON; 400 malformed-json. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) {
    throw problem('malformed-json', 'The body is empty; send a JSON object.');
  }
  const text = decodedJson(bytes);
  const excess = jsonExcess(text, bodyBounds);
  if (excess !== null) {
    throw problem('malformed-json', `The body ${excessInWords(excess, bodyBounds)}.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    const reason = jsonFaultInWords(text);
    throw problem('malformed-json', `The body is not valid JSON: ${reason}.`);
  }
}

/** Decodes UTF-8; 400 malformed-json. */
export function decodedJson(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem('malformed-json', 'The body is not valid JSON: it is not UTF-8.');
  }
}
