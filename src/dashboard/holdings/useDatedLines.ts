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

/** Lines of a token and a number that count from an instant on, as they are typed. */
export interface DatedValues {
  /** Empty: now. */
  readonly from: string;
  /** null until they are edited: then those in force apply. */
  readonly rows: readonly DraftRow[] | null;
}

interface DatedLinesOptions extends Pick<LinesOptions, 'parse'> {
  readonly values: DatedValues;
  /** The lines in force at an instant (ISO time); null: now. */
  readonly inForce: (at: string | null) => readonly DraftPosition[];
  /** The same after what someone else saved meanwhile; null: nothing. */
  readonly newer: ((at: string | null) => readonly DraftPosition[]) | null;
  /** Tokens that lines may name, besides those of the market. */
  readonly named: readonly Token[];
  readonly onChange: (changed: Partial<DatedValues>) => void;
  /** False while the lines are not shown: no tokens are loaded for them. */
  readonly enabled?: boolean;
}

/** The lines, the instant, and what follows from both. */
export function useDatedLines(options: DatedLinesOptions) {
  const { values, inForce, newer, named, parse, onChange, enabled = true } = options;
  const { locale } = useFormat();
  const { data: tokens = [] } = useQuery({ ...tokenQueries.all(), enabled });
  const asOfText = useQuery(capabilitiesQuery).data?.market.asOf ?? null;
  const asOf = asOfText === null ? null : parseTime(asOfText);
  const { at, fault: wrongFrom } = instantTyped(values.from, asOf);
  const lines = readLines({
    typed: values.rows,
    inForce: inForce(at),
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
    theirs: newer && holdingChanges(lines.inForce, newer(at)),
    setFrom: (from: string) => onChange({ from }),
    setRows: (rows: readonly DraftRow[] | null) => onChange({ rows }),
  };
}
