import * as z from 'zod/mini';
import { importLine } from '#contract/prices.ts';
import { problemFault } from '#contract/problem.ts';
import { Refusal } from '../refusal.ts';

/** Shows the answer of an import as it comes, and stops where it tells of a problem. */
export async function showImport(response: Response, print: (line: string) => void): Promise<void> {
  if (!response.ok) throw new Refusal(await problemWords(response));
  let told = '';
  for await (const text of linesOf(response)) {
    const line: unknown = z.parse(importLine, JSON.parse(text));
    const problem = z.safeParse(problemLine, line);
    if (problem.success) throw new Refusal(faultWords(problem.data.problem));
    const summary = z.safeParse(summaryLine, line);
    if (summary.success) {
      for (const words of summary.data.summary) print(words);
      return;
    }
    const words = progressWords(z.parse(progressLine, line));
    if (words !== told) print(words);
    told = words;
  }
  throw new Refusal('The import was broken off before its end: nothing of it was kept.');
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

/** Told in tenths, so that a long step does not fill the screen. */
function progressWords({ progress: step, done, of }: z.infer<typeof progressLine>): string {
  if (of === null || of === 0) return `  ${step}`;
  return `  ${step} ${Math.floor((done / of) * 10) * 10} %`;
}

/** The lines of a problem; where its detail has a line for each fault already, those are not said twice. */
function faultWords({ title, detail, errors = [] }: z.infer<typeof faults>): string[] {
  const lines = `${title}: ${detail}`.split('\n');
  if (lines.length > 1) return lines;
  return [...lines, ...errors.map((fault) => `  ${fault.pointer} ${fault.detail}`)];
}

async function problemWords(response: Response): Promise<string[]> {
  const text = await response.text();
  try {
    return faultWords(z.parse(faults, JSON.parse(text)));
  } catch {
    return [`The service answered ${response.status} ${response.statusText}.`];
  }
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}
