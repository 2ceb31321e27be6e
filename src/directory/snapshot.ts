import { createFigures, widened, type Figures } from './figures.ts';
import type { HoldingsTable } from './holdings.ts';
import type { People } from './people.ts';
import type { DirectoryPrices, PriceSource } from './prices.ts';
import type { ReportedTable } from './reportedFigures.ts';
import { SinceTable } from './sinceTable.ts';
import type { Valuation } from './userValuation.ts';
import { createValuation } from './valuation.ts';

/** The figures of all users at one instant. */
export interface FiguresSnapshot {
  readonly prices: DirectoryPrices;
  readonly valuation: Valuation;
  figures: Figures;
  readonly since: SinceTable;
}

interface SnapshotOptions {
  readonly people: People;
  readonly holdings: HoldingsTable;
  /** Reported figures; null: users are valued by prices. */
  readonly reported: ReportedTable | null;
  readonly source: PriceSource;
  readonly prices: DirectoryPrices;
  readonly version: number;
  /** Receives rows whose figures changed. */
  readonly touch: (rowIndex: number) => void;
}

/** Returns a snapshot without values. Yields between slices. */
export function* createSnapshot({
  people,
  holdings,
  reported,
  source,
  prices,
  version,
  touch,
}: SnapshotOptions): Generator<void, FiguresSnapshot> {
  return {
    prices,
    valuation: reported ?? createValuation(holdings, prices),
    figures: yield* createFigures(prices.asOf, version, people.capacity, {
      thematics: holdings.thematics.all.length,
      tokens: prices.tokens,
    }),
    since: new SinceTable({ people, holdings, source, prices, touch }),
  };
}

/** Values a user; one of a new row needs room. */
export function valueOne(rowIndex: number, snapshot: FiguresSnapshot, capacity: number): void {
  if (capacity > snapshot.figures.total.length)
    snapshot.figures = widened(snapshot.figures, capacity);
  snapshot.valuation.value(rowIndex, snapshot.figures);
}
