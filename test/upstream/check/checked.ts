import type { CheckReport } from '#contract/serviceCheck.ts';
import { checkService } from '#upstream/check/checkService.ts';
import type { SourceOptions } from '#upstream/source/source.ts';
import { dialectService, type Answer } from '#test/support/foreign/dialectService.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { faultyService, type Fault } from '#test/support/foreign/faultyService.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { testNow } from '#test/support/service.ts';
import { openSource } from '../source/opened.ts';

export const service = 'http://folio.example';

export interface Options extends Partial<SourceOptions> {
  readonly hasWrites?: boolean;
}

const clock = () => testNow;

/** A check of a service, and the calls that reach it. */
export function openCheck(answer: Answer, { hasWrites = true, ...options }: Options = {}) {
  const calls: string[] = [];
  const source = openSource(service, {
    async fetch(address, init) {
      calls.push(`${init.method} ${new URL(address).pathname}`);
      return answer(new Request(address, init));
    },
    ...options,
  });
  return { calls, lines: checkService({ source, service, clock, hasWrites }) };
}

export async function check(answer: Answer, options?: Options) {
  const { calls, lines } = openCheck(answer, options);
  for await (const line of lines) if ('report' in line) return { calls, report: line.report };
  throw new Error('No report came');
}

export const speak = (name: string, ...faults: readonly Fault[]) =>
  faultyService(
    dialectService(dialectOf(name), createTruth({ now: testNow }), async () => undefined),
    faults,
  );

/** The findings of an outcome, as `call: text`. */
export const found = ({ findings }: CheckReport, outcome: string) =>
  findings
    .filter((finding) => finding.outcome === outcome)
    .map(({ call, found: text }) => `${call}: ${text}`);

const textOf = (text: string | null) =>
  (text ?? '').replace(/ \([^()]*\)$|, first at .*$/, '').replace(/^\d+ of \d+ /, '');

/** The texts of what differs, without counts and paths, each with its calls. */
export function differing({ findings }: CheckReport): Record<string, string[]> {
  const differs = findings.filter(({ outcome }) => outcome === 'differs');
  return Object.fromEntries(
    [...Map.groupBy(differs, ({ found: text }) => textOf(text))].map(([text, all]) => [
      text,
      [...new Set(all.map(({ call }) => call))],
    ]),
  );
}
