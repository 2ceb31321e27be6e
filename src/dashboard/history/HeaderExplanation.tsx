import { useWhyUnknown } from '../api/service.ts';
import type { ValueName } from '../chart/modes.ts';
import type { FigureFormats } from '../chart/scene.ts';
import { gapsOf, type Series } from '../chart/series.ts';
import { Explanation } from '../portfolio/explain/Explanation.tsx';
import { useAsOfText } from '../portfolio/explain/useAsOfText.ts';
import { stepBetween } from '../portfolio/moved.ts';
import { newFigure } from '../preferences/figures.ts';
import type { Format } from '../preferences/format.ts';
import { formatDuration } from '../preferences/instants.ts';
import { instantsText } from './periodText.ts';
import type { Header } from './historyText.ts';

interface HeaderExplanationProps {
  readonly of: 'total' | 'change';
  readonly header: Header;
  readonly figures: FigureFormats;
  /** The records in the window. */
  readonly columns: Pick<Series, 'times' | 'totals'>;
}

/** Explains the large figure of a history, or its change over the window. */
export function HeaderExplanation({ of, header, figures, columns }: HeaderExplanationProps) {
  const asOf = useAsOfText();
  // Without prices, nothing is computed here.
  const isReported = useWhyUnknown('prices') !== null;
  const { total, change, window, record } = header;
  const { valueName, format } = figures;
  const { times } = columns;
  const [from, to] = [times[0], times.at(-1)];
  const step = stepBetween(times);
  const last = record ?? total;
  const first = last === null || change === null ? null : last - change.absolute;
  const facts = [
    ['Window', window],
    [
      'Period',
      from === undefined || to === undefined ? 'no records' : instantsText(format, from, to),
    ],
    ['Step', step === null ? 'not known below two records' : formatDuration(step)],
    ['Records', format.number(times.length)],
    ['Gaps', gapsText(format, columns)],
    ['As of', asOf],
  ] as const;
  const reconciliation =
    record === undefined || total === null || record === total
      ? null
      : `last record ${figures.total(record)}, ${figures.signed(record - total)} versus the total`;
  const ratio = change?.isNew === true ? newFigure : figures.change(change?.ratio);
  const own =
    of === 'total'
      ? {
          label: valueName,
          value: figures.total(total),
          formula: isReported ? 'as the connected service reports it' : totalFormulas[valueName],
          inputs: [],
        }
      : {
          label: valueName === 'Value' ? 'Change in value' : 'Return',
          value: `${figures.signed(change?.absolute)}, ${ratio}`,
          formula: `V₁ − V₀, and (V₁ − V₀) ÷ V₀. ${changeNotes[valueName]}`,
          inputs: [
            { name: 'V₀, first record of the window', value: figures.total(first) },
            { name: 'V₁, last record of the window', value: figures.total(last) },
          ],
        };
  return <Explanation explained={{ ...own, facts, excluded: [], reconciliation }} />;
}

const maxNamedGaps = 3;

/** “2: 3 Mar to 5 Mar, no records; 9 Apr to 11 Apr, not known”. The chart breaks its line at the same gaps. */
function gapsText(format: Format, { times, totals }: Pick<Series, 'times' | 'totals'>): string {
  const gaps = gapsOf(times, totals);
  if (gaps.length === 0) return 'none';
  const named = gaps.slice(0, maxNamedGaps).map(({ before, after }) => {
    const [from = NaN, to = NaN] = [times[before], times[after]];
    const why = after > before + 1 ? 'not known' : 'no records';
    return `${format.span(from, to).join(' to ')}, ${why}`;
  });
  const others = gaps.length - named.length;
  const more = others === 0 ? [] : [`and ${format.number(others)} more`];
  return `${format.number(gaps.length)}: ${[...named, ...more].join('; ')}`;
}

const totalFormulas: Record<ValueName, string> = {
  Value: 'Σ amount × price of each position',
  Level: 'level at the last definition × Σ weight × price ÷ price at the definition',
  Price: 'price that the market reports',
};

const changeNotes: Record<ValueName, string> = {
  Value: 'Deposits and withdrawals are included, so it is not a return.',
  Level: 'A level has no flows, so it is a return.',
  Price: 'A price has no flows, so it is a return.',
};
