import type { DirectoryTables } from './choose.ts';
import type { DirectoryPeriod } from '#contract/directory.ts';
import type { Valuation } from './valuation.ts';

/** A user in the directory's output; null: unknown. */
export interface ModelRow {
  readonly customId: string;
  readonly name: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly total: number | null;
  readonly walletCount: number | null;
  readonly openWallets: number | null;
  readonly thematics: readonly string[];
  readonly change: number | null;
  readonly flow: number | null;
  readonly return: number | null;
  readonly largest: { readonly token: string; readonly share: number } | null;
  /** Herfindahl–Hirschman index over tokens. */
  readonly hhi: number | null;
  /** The part of the total in the filtered thematics and tokens. */
  readonly held: { readonly total: number | null; readonly share: number | null } | null;
  readonly spark: readonly (number | null)[] | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  readonly sample: boolean;
}

/**
 * Reads rows of a snapshot by place, optionally with a sparkline. `heldAt`: value in the filtered thematics and
 * tokens.
 */
export function rowReader(
  { people, holdings, figures }: DirectoryTables,
  valuation: Valuation,
  period: DirectoryPeriod,
  heldAt: (place: number) => number | null,
): (place: number, spark: boolean) => ModelRow {
  const moved = figures.periods[period];
  return (place, spark) => {
    const share = numberOrNull(figures.largest[place]);
    const token = holdings.tokens.all[figures.largestToken[place] ?? 0];
    const total = numberOrNull(figures.total[place]);
    const held = heldAt(place);
    const shareBase = numberOrNull(valuation.shareBaseOf?.(place) ?? figures.total[place]);
    const { createdAt, ...person } = people.read(place);
    return {
      ...person,
      createdAt: numberOrNull(createdAt),
      total,
      walletCount: numberOrNull(figures.walletCount[place]),
      openWallets: numberOrNull(figures.openWallets[place]),
      thematics: valuation
        .thematicsOf(place)
        .map((thematic) => holdings.thematics.all[thematic] ?? ''),
      change: numberOrNull(moved.change[place]),
      flow: numberOrNull(moved.flow[place]),
      return: numberOrNull(moved.return[place]),
      largest: share === null || token === undefined ? null : { token, share },
      hhi: numberOrNull(figures.hhi[place]),
      held:
        held === null
          ? null
          : {
              total: numberOrNull(held),
              share: shareBase !== null && shareBase > 0 ? numberOrNull(held / shareBase) : null,
            },
      spark: spark ? valuation.spark(place, period) : null,
    };
  };
}

const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;
