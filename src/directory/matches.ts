import type { DirectoryPeriod } from '#contract/directory.ts';
import type { Figures } from './figures.ts';
import type { Facet } from './facets.ts';
import type { ModelRow } from './row.ts';
import type { SinceColumns } from './sinceTable.ts';
import type { ModelSums } from './sums.ts';
import type { Valuation } from './userValuation.ts';

export interface Matches {
  readonly asOf: number;
  /** End of the year of the columns by daily steps; null: not computed yet. */
  readonly dailyAsOf: number | null;
  readonly count: number;
  readonly of: number;
  readonly sums: ModelSums & { readonly held: number | null };
  readonly facets: readonly Facet[];
  readonly attributeNames: readonly string[];
  /** Columns without a value for any user, matching or not; `returnSince` and `changeSince` for those of every instant. */
  readonly unsupported: readonly string[];
  /** Without matches: how many there would be without each criterion. */
  readonly without: Readonly<Record<string, number>>;
  readonly rowIndexes: (from: number, to: number) => Uint32Array;
  readonly rows: (
    from: number,
    to: number,
    spark: boolean,
    since?: readonly SinceColumns[],
  ) => ModelRow[];
}

export interface Members extends Pick<Matches, 'asOf' | 'of'> {
  readonly rows: Uint32Array;
  readonly figures: Figures;
  readonly sums: (period: DirectoryPeriod) => Generator<void, ModelSums>;
  readonly valuation: Pick<Valuation, 'eachHeld' | 'areTokensKnown'>;
}
