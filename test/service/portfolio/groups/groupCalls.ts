import { directoryPage } from '#contract/directory.ts';
import type { GroupFigures } from '#contract/directoryGroups.ts';
import { pathOf, type PathInput } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { expect } from 'vitest';
import { answerOf } from '#test/support/calls.ts';
import { offBy } from '#test/analytics/plainFigures.ts';

export type GroupQuery = NonNullable<PathInput<typeof getDirectory>['query']>;

/** Returns the groups of an answer. */
export async function groupsOf(response: Response | Promise<Response>) {
  const {
    groups = [],
    others,
    repeated,
    noShares,
    reason,
  } = await answerOf(Promise.resolve(response), directoryPage);
  return { groups, others, repeated, noShares, reason };
}

export const groupCalls = (call: (method: 'GET', path: string) => Promise<Response>) => ({
  groups: (query: GroupQuery) => groupsOf(call('GET', pathOf(getDirectory, { query }))),
});

type Figures = Partial<Pick<GroupFigures, 'count' | 'total' | 'change' | 'flow' | 'return'>>;
const names = ['count', 'total', 'change', 'flow', 'return'] as const;

/** Compares figures: at most 1e-9 apart, of zero by the size of the total. */
export function expectSame(what: unknown, actual: Figures, expected: Figures, scale = 1): void {
  for (const name of names) {
    const [one, other] = [actual[name], expected[name]];
    if (other === undefined) continue;
    const isSame =
      one === other ||
      offBy(one, other ?? Number.NaN) < 1e-9 ||
      Math.abs((one ?? Number.NaN) - (other ?? Number.NaN)) <= 1e-12 * scale;
    expect([what, name, one, other, isSame]).toEqual([what, name, one, other, true]);
  }
}
