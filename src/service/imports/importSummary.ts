import { durationText } from '#contract/duration.ts';
import { grouped } from '#contract/digits.ts';
import { day } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import type { PriceTable } from './priceCsv.ts';
import type { StoredMarket } from '../prices/stored.ts';
import type { ThematicTable } from './thematicCsv.ts';
import type { Merged } from '../prices/track.ts';

/** A parsed file without its contents. */
export type ImportedTable =
  | (Pick<PriceTable, 'kind' | 'file' | 'step' | 'rows' | 'skipped'> & { readonly tokens: number })
  | (Pick<ThematicTable, 'kind' | 'file' | 'unread'> & { readonly rows: number });

export function summaryOf(table: PriceTable | ThematicTable): ImportedTable {
  if (table.kind === 'prices') {
    const { kind, file, step, rows, skipped, columns } = table;
    return { kind, file, step, rows, skipped, tokens: columns.length };
  }
  const { kind, file, unread, rows } = table;
  return { kind, file, unread, rows: rows.length };
}

export interface Imported {
  readonly tables: readonly ImportedTable[];
  readonly market: StoredMarket;
  readonly prices: Merged;
  readonly tokensWritten: number;
  readonly thematics: { readonly created: number; readonly updated: number; readonly kept: number };
  readonly inThematics: ReadonlySet<string>;
  /** Counts of the removed simulated market; null if there was none. */
  readonly replaced: { readonly users: number; readonly samples: number } | null;
  readonly changed: boolean;
}

export function summarise(imported: Imported): string[] {
  const { tables, market, prices, thematics, replaced } = imported;
  const ids = market.tokens().map(({ _id }) => _id);
  const outside = ids.filter((id) => !imported.inThematics.has(id));
  const defined = thematics.created + thematics.updated + thematics.kept;
  return [
    ...tables.map(tableLine),
    `Prices: ${grouped(prices.added)} new, ${grouped(prices.changed)} changed. The market has ${grouped(ids.length)} tokens and prices up to ${formatTime(market.asOf())}.`,
    `Tokens: ${grouped(imported.tokensWritten)} new or renamed.`,
    defined === 0
      ? 'Thematics: no file was imported.'
      : `Thematics: ${thematics.created} created, ${thematics.updated} updated, ${thematics.kept} kept.`,
    ...endedLine(market, ids),
    ...(outside.length === 0 ? [] : [`Tokens in no thematic: ${outside.join(', ')}.`]),
    ...(replaced === null ? [] : replacedLines(replaced, imported.inThematics.size > 0)),
    ...(imported.changed ? [] : ['Nothing changed: everything was imported before.']),
  ];
}

function tableLine(table: ImportedTable): string {
  if (table.kind === 'thematics') {
    const unread = table.unread.map((column) => `, column ${column} is ignored`).join('');
    return `${table.file}: ${grouped(table.rows)} rows of thematics${unread}.`;
  }
  const { file, rows, step, tokens, skipped } = table;
  const currency = skipped
    .map((column) => `; column ${column} was skipped (a currency, not a token)`)
    .join('');
  return `${file}: ${grouped(rows)} rows of ${durationText(step)}, ${grouped(tokens)} tokens${currency}.`;
}

/** Tokens that have had no price for longer than the coarsest step. */
function endedLine(market: StoredMarket, ids: readonly string[]): string[] {
  const ended = ids.flatMap((id) => {
    const last = market.lastAt(id);
    return last !== null && market.asOf() - last > day ? [`${id} (${formatTime(last)})`] : [];
  });
  if (ended.length === 0) return [];
  return [`No recent prices; the last one is carried forward: ${ended.join(', ')}.`];
}

function replacedLines(
  { users, samples }: { readonly users: number; readonly samples: number },
  hasThematics: boolean,
): string[] {
  return [
    'Real prices replaced the simulated market.',
    ...(users === 0
      ? []
      : [`Holdings of ${grouped(users)} users in the simulated market were deleted.`]),
    ...(samples === 0 ? [] : [`${grouped(samples)} sample users were recreated.`]),
    ...(hasThematics
      ? []
      : ['No thematics exist now, so users cannot have holdings: import a file of thematics too.']),
  ];
}
