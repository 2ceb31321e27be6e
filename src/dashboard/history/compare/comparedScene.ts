import { firstCommon, unionOf } from '#analytics/union.ts';
import type { HistoryColumns } from '../historyColumns.ts';
import { canBeLog, type LineName, lineOf, type Scene, type Told } from '../scene/scene.ts';
import type { Span } from '../window/params.ts';
import { visibleOf } from '../window/visible.ts';

/** A history that is drawn among others. */
export interface ComparedLine extends LineName {
  readonly columns: HistoryColumns;
}

/** A comparison as it is drawn. */
export interface ComparedScene extends Scene {
  /** The first instant at which all have a record, where they are rebased; null where they share none. */
  readonly basedAt: number | null;
}

/**
 * Several histories in one scene: joined on the union of their times, rebased at the first common one within the window.
 * @param within what is shown of them.
 */
export function comparedScene(
  lines: readonly ComparedLine[],
  within: Span,
  { mode, isLog, isPublic, areEqual }: Told & { readonly areEqual: boolean },
): ComparedScene {
  const visible = lines.map(({ columns }) => visibleOf(columns, within));
  const union = unionOf(visible.map(({ columns }) => columns));
  const basedAt = union.times[firstCommon(union.totals)] ?? null;
  const drawn = lines.flatMap(({ columns, id, label, look }, i) => {
    const shown = visible[i];
    // Without a common base there is nothing to compare: past the end, no record is one.
    const base = basedAt ?? Infinity;
    return shown === undefined ? [] : [lineOf(columns, shown, { id, label, look }, mode, base)];
  });
  return {
    mode,
    isPublic,
    areEqual,
    basedAt,
    lines: drawn,
    times: union.times,
    from: within.from,
    to: within.to,
    isLog: isLog && canBeLog(mode, drawn) === null,
  };
}

/** From the first to the last record of any of them, as far as a zoom leaves it. */
export function wholeSpan(
  lines: readonly { readonly columns: HistoryColumns }[],
  zoom: Span | null,
): Span {
  const firsts = lines.map(({ columns }) => columns.times[0] ?? Infinity);
  const lasts = lines.map(({ columns }) => columns.times.at(-1) ?? -Infinity);
  return {
    from: Math.max(zoom?.from ?? -Infinity, Math.min(...firsts)),
    to: Math.min(zoom?.to ?? Infinity, Math.max(...lasts)),
  };
}
