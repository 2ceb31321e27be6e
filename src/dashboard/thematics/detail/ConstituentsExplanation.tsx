import type { Contribution } from '#contract/contribution.ts';
import { pointsOf } from '../../history/useContribution.ts';
import type { Explained } from '../../portfolio/explain/explained.ts';
import { Explanation } from '../../portfolio/explain/Explanation.tsx';
import { sumExplained, type SumPart } from '../../portfolio/explain/sumExplained.ts';
import { useAsOfText } from '../../portfolio/explain/useAsOfText.ts';
import { useFormat } from '../../preferences/format.ts';
import { urls } from '../../url/urls.ts';
import type { ConstituentRow, RemovedTokens } from './constituentColumns.tsx';

export interface ConstituentsExplanationProps {
  readonly name: 'weight' | 'change' | 'contribution';
  readonly label: string;
  readonly rows: readonly ConstituentRow[];
  readonly removed: RemovedTokens | null;
  /** Undefined until it is read. */
  readonly contribution: Contribution | undefined;
}

/** Explains a sum of the constituents, over the period of their contributions. */
export function ConstituentsExplanation(props: ConstituentsExplanationProps) {
  const { name, label, rows, removed, contribution } = props;
  const format = useFormat();
  const asOf = ['As of', useAsOfText()] as const;
  const partsOf = (valueOf: (row: ConstituentRow) => number | null): SumPart[] =>
    rows.map((row) => ({
      name: row.token.symbol,
      value: valueOf(row),
      href: urls.token(row.token._id),
    }));
  if (name === 'weight') {
    return (
      <Explanation
        explained={{
          label,
          ...sumExplained(format, {
            formula: 'Σ target weight of each token',
            noun: 'token',
            parts: partsOf(({ weight }) => weight),
            text: format.market.share,
            facts: [asOf],
            excluded: unknownOf(rows, 'weight'),
            whole: 1,
            of: 'the whole thematic',
          }),
        }}
      />
    );
  }
  const { from = null, to = null, first = null, last = null, change = null } = contribution ?? {};
  const period = `${format.dateTimeZone(from)} to ${format.dateTimeZone(to)}`;
  const facts: Explained['facts'] = [['Period', period], asOf];
  if (name === 'change') {
    return (
      <Explanation
        explained={{
          label,
          value: format.market.percentChange(change),
          formula: 'last level ÷ first level − 1',
          inputs: [
            { name: 'last level', value: format.level(last), at: format.dateTimeZone(to) },
            { name: 'first level', value: format.level(first), at: format.dateTimeZone(from) },
          ],
          facts,
          excluded: [],
          reconciliation: null,
        }}
      />
    );
  }
  const gone =
    removed === null
      ? []
      : [
          {
            name: format.count(removed.symbols.length, 'removed token'),
            value: removed.contribution,
          },
        ];
  return (
    <Explanation
      explained={{
        label,
        ...sumExplained(format, {
          formula:
            'Σ contribution of each token in index points, of the definitions then in effect',
          noun: 'token',
          parts: [...partsOf((row) => row.contribution), ...gone],
          text: format.levelChange,
          facts,
          excluded: unknownOf(rows, 'contribution'),
          whole: pointsOf(contribution, change),
          of: 'last level − first level',
        }),
      }}
    />
  );
}

const unknownOf = (rows: readonly ConstituentRow[], name: 'weight' | 'contribution'): string[] =>
  rows
    .filter((row) => row[name] === null)
    .map(({ token }) => `${token.symbol}: ${name} not known.`);
