import type { NewEntry } from './trail.ts';

const maxDetailsLength = 4000;

export function detailsText(details: object): string | null {
  const text = JSON.stringify(details);
  return text.length > maxDetailsLength ? null : text;
}

/** Result of a call, from the last lines of its answer. */
export type LinesEnd = Partial<Pick<NewEntry, 'result' | 'code' | 'details' | 'subjectId'>>;

const encoder = new TextEncoder();
const lastLinePattern = /^\{"(result|summary|problem)":/;

interface RecordedLinesOptions {
  readonly record: (end: LinesEnd) => Promise<void>;
  /** Replaces the last line if it could not be recorded. */
  readonly problem: object;
}

/**
 * Passes on an answer of JSON lines, and records its last line before sending it. A client that disconnects earlier stops the
 * call, which is recorded too.
 */
export function recordedLines(
  body: ReadableStream<Uint8Array>,
  { record, problem }: RecordedLinesOptions,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let partialLine = '';
  let subject: LinesEnd = {};
  let isRecorded = false;
  const end = async (last: LinesEnd) => {
    if (isRecorded) return;
    isRecorded = true;
    await record({ ...subject, ...last });
  };
  async function readChunk(chunk: Uint8Array): Promise<void> {
    const lines = (partialLine + decoder.decode(chunk, { stream: true })).split('\n');
    partialLine = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('{"import":')) subject = { subjectId: readImport(line) };
      if (lastLinePattern.test(line)) await end(readEnd(line));
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          await end({ result: 'failed', code: 'interrupted' }).catch(() => {});
          controller.close();
          return;
        }
        const isWritten = await readChunk(value).then(
          () => true,
          () => false,
        );
        controller.enqueue(isWritten ? value : encoder.encode(`${JSON.stringify({ problem })}\n`));
      },
      async cancel(reason) {
        await reader.cancel(reason);
        await end({ result: 'failed', code: 'interrupted' }).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}

interface AnswerLine {
  readonly import?: { readonly id: string | null };
  readonly result?: object;
  readonly summary?: readonly string[];
  readonly problem?: { readonly code: string };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lines of this service with a known start
const parseLine = (line: string) => JSON.parse(line) as AnswerLine;

function readImport(line: string): string | null {
  return parseLine(line).import?.id ?? null;
}

function readEnd(line: string): LinesEnd {
  const { result, summary, problem } = parseLine(line);
  if (problem !== undefined) return { result: 'failed', code: problem.code };
  return { result: 'ok', details: detailsText(result ?? { summary }) };
}
