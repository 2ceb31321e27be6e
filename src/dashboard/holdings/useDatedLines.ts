import { useQuery } from '@tanstack/react-query';
import { parseTime } from '#contract/time.ts';
import type { Token } from '#contract/token.ts';
import { instantTyped } from '../design/InstantField.tsx';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import { tokenQueries } from '../portfolio/thematicQueries.ts';
import { useFormat } from '../preferences/format.ts';
import {
  type DraftPosition,
  type DraftRow,
  holdingChanges,
  knownTokens,
  type LinesOptions,
  readLines,
} from './draft.ts';

export interface DatedValues {
  /** Empty: now. */
  readonly from: string;
  readonly rows: readonly DraftRow[] | null;
}

interface DatedLinesOptions extends Pick<LinesOptions, 'parse'> {
  readonly values: DatedValues;
  /** Lines in effect at an ISO time. null: now. */
  readonly inEffect: (at: string | null) => readonly DraftPosition[];
  /** The same after someone else's change. null: none. */
  readonly newer: ((at: string | null) => readonly DraftPosition[]) | null;
  readonly named: readonly Token[];
  readonly onChange: (changed: Partial<DatedValues>) => void;
  /** False while hidden: no tokens are loaded. */
  readonly enabled?: boolean;
}

export function useDatedLines(options: DatedLinesOptions) {
  const { values, inEffect, newer, named, parse, onChange, enabled = true } = options;
  const { locale } = useFormat();
  const { data: tokens = [] } = useQuery({ ...tokenQueries.all(), enabled });
  const asOfText = useQuery(capabilitiesQuery).data?.market.asOf ?? null;
  const asOf = asOfText === null ? null : parseTime(asOfText);
  const { at, fault: wrongFrom } = instantTyped(values.from, asOf);
  const lines = readLines({
    typed: values.rows,
    inEffect: inEffect(at),
    known: knownTokens([...named, ...tokens]),
    locale,
    parse,
  });
  return {
    ...lines,
    locale,
    from: values.from,
    at,
    asOf,
    asOfText,
    wrongFrom,
    theirs: newer && holdingChanges(lines.inEffect, newer(at)),
    setFrom: (from: string) => onChange({ from }),
    setRows: (rows: readonly DraftRow[] | null) => onChange({ rows }),
  };
}
