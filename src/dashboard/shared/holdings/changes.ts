import type { Position } from './draft.ts';

/** How one token's amount differs between two statements. */
export interface HoldingChange {
  readonly token: string;
  readonly kind: 'added' | 'changed' | 'removed';
  /** null: not held. */
  readonly before: number | null;
  readonly after: number | null;
}

/** What a statement changes against what is in force then, in the order of the new one, what goes last. */
export function holdingChanges(
  before: readonly Position[],
  after: readonly Position[],
): HoldingChange[] {
  const old = new Map(before.map(({ token, amount }) => [token, amount]));
  const kept = new Set(after.map(({ token }) => token));
  const changes = after.flatMap(({ token, amount }): HoldingChange[] => {
    const was = old.get(token) ?? null;
    if (was === amount) return [];
    return [{ token, kind: was === null ? 'added' : 'changed', before: was, after: amount }];
  });
  const gone = before
    .filter(({ token }) => !kept.has(token))
    .map(({ token, amount }): HoldingChange => ({
      token,
      kind: 'removed',
      before: amount,
      after: null,
    }));
  return [...changes, ...gone];
}
