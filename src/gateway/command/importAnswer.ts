import * as z from 'zod/mini';
import { importLine } from '#contract/prices.ts';
import { problemFault } from '#contract/problem.ts';
import { Refusal } from '../config/refusal.ts';

export async function showImport(
  response: Response,
  print: (line: string) => void,
  lostConnectionText: string = `${connectionLost} ${importAllOrNothing}`,
): Promise<void> {
  if (!response.ok) throw new Refusal(await problemLines(response));
  let printed = '';
  for await (const json of linesOf(response, lostConnectionText)) {
    const line = readLine(json);
    const problem = z.safeParse(problemLine, line);
    if (problem.success) throw new Refusal(faultLines(problem.data.problem));
    const summary = z.safeParse(summaryLine, line);
    if (summary.success) {
      for (const summaryText of summary.data.summary) print(summaryText);
      return;
    }
    const progress = z.safeParse(progressLine, line);
    const text = progress.success ? progressText(progress.data) : printed;
    if (text !== printed) print(text);
    printed = text;
  }
  throw new Refusal(lostConnectionText);
}

function readLine(text: string): unknown {
  try {
    return z.parse(importLine, JSON.parse(text));
  } catch {
    throw new Refusal(
      'This version cannot read the answer of the process. Stop the process, and import again.',
    );
  }
}

const progressLine = z.object({
  progress: z.string(),
  done: z.number(),
  of: z.nullable(z.number()),
});
const summaryLine = z.object({ summary: z.array(z.string()) });
const faults = z.object({
  title: z.string(),
  detail: z.string(),
  errors: z.optional(z.array(problemFault)),
});
const problemLine = z.object({ problem: faults });

/** Shows tenths, so that a long step does not fill the screen. */
export function progressText({ progress: step, done, of }: z.infer<typeof progressLine>): string {
  if (of === null || of === 0) return `  ${step}`;
  return `  ${step} ${Math.floor((done / of) * 10) * 10} %`;
}

/** Returns the lines of a problem: its title unless the detail repeats it, and its faults unless the detail lists them. */
export function faultLines({ title, detail, errors = [] }: z.infer<typeof faults>): string[] {
  const beginning = title.split(' ', 3).join(' ');
  const lines = (detail.startsWith(beginning) ? detail : `${title}: ${detail}`).split('\n');
  if (lines.length > 1) return lines;
  return [...lines, ...errors.map((fault) => `  ${fault.pointer} ${fault.detail}`)];
}

export async function problemLines(response: Response): Promise<string[]> {
  const text = await response.text();
  try {
    return faultLines(z.parse(faults, JSON.parse(text)));
  } catch {
    return [`The service answered ${response.status} ${response.statusText}.`];
  }
}

export const connectionLost = 'The connection to the process was lost before the import ended.';

const importAllOrNothing = 'Either everything was imported or nothing. Import again.';

export async function* linesOf(
  response: Response,
  lostConnectionText: string = `${connectionLost} ${importAllOrNothing}`,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const bytes of response.body ?? []) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter((line) => line !== '');
    }
  } catch {
    throw new Refusal(lostConnectionText);
  }
  if (rest !== '') yield rest;
}
