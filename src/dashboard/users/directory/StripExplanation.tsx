import type { DirectoryPeriod } from '#contract/directory.ts';
import type { Explained } from '../../portfolio/explain/explained.ts';
import { Explanation } from '../../portfolio/explain/Explanation.tsx';
import { pastText } from '../../history/periodText.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import type { DirectoryAnswer } from './directoryQueries.ts';

export type ExplainedStripSum = 'total' | 'change';

interface StripExplanationProps {
  readonly name: ExplainedStripSum;
  readonly answer: DirectoryAnswer;
  readonly period: DirectoryPeriod;
}

/** Explains a sum over all matching users. */
export function StripExplanation({ name, answer, period }: StripExplanationProps) {
  const format = useFormat();
  const { asOf, count, of, sums } = answer;
  const own = name === 'total' ? totalOf(format, answer) : changeOf(format, answer, period);
  const unknown = name === 'total' ? count - sums.known : sums.unknown;
  return (
    <Explanation
      explained={{
        ...own,
        facts: [
          ['Users', `${format.number(count)} that match, of ${format.number(of)}`],
          ...(own.facts ?? []),
          ['As of', format.dateTimeZone(asOf)],
        ],
        excluded:
          unknown === 0
            ? []
            : [`${format.count(unknown, 'user')} without a known ${excludedFor[name]}.`],
        reconciliation: null,
      }}
    />
  );
}

const excludedFor = { total: 'total', change: 'change over the period' } as const;

type OwnPart = Pick<Explained, 'label' | 'value' | 'formula' | 'inputs'> & {
  readonly facts?: Explained['facts'];
};

const totalOf = (format: Format, { sums, count }: DirectoryAnswer): OwnPart => ({
  label: 'Total',
  value: format.total(sums.known === 0 && count > 0 ? null : sums.total),
  formula: 'Σ total of each matching user, not only of the rows shown',
  inputs: [
    { name: 'Users with a known total', value: format.number(sums.known) },
    { name: 'Open wallets', value: format.number(sums.openWallets) },
  ],
});

function changeOf(format: Format, { sums }: DirectoryAnswer, period: DirectoryPeriod): OwnPart {
  const { change, flow } = sums;
  const fromPrices = change === null || flow === null ? null : change - flow;
  const parts = [
    { name: 'Σ change in value', value: format.change(change) },
    { name: 'Σ net flow', value: format.change(flow) },
    { name: 'Σ change from prices', value: format.change(fromPrices) },
  ];
  const facts = [['Period', pastText(period)]] as const;
  return sums.return === null
    ? {
        label: 'Change in value',
        value: format.change(change),
        formula: 'Σ change in value of each matching user',
        inputs: parts,
        facts,
      }
    : {
        label: 'Return',
        value: format.percentChange(sums.return),
        formula: 'Σ V₀ × r ÷ Σ V₀ over the matching users, r the time-weighted return of each',
        inputs: parts,
        facts,
      };
}
