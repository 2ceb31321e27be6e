import { NoteLine } from '../../design/NoteLine.tsx';
import type { Sort } from '../../url/sortParam.ts';
import { sortedFigure } from './directoryParams.ts';
import type { FilterLabel } from '../../members/filterKind.ts';

const noAmounts = 'The service does not report past amounts';
const reasons: Readonly<Record<string, string>> = {
  createdAt: 'The service’s user list has no creation dates',
  flow: 'The service does not report deposits or withdrawals',
  return: 'The service does not report deposits or withdrawals, so returns are not known',
  volatility: `${noAmounts}, so volatility is not known`,
  maxDrawdown: `${noAmounts}, so drawdowns are not known`,
  costOfDrift: `${noAmounts}, so the cost of drift is not known`,
  returnSince: `${noAmounts}, so returns since a date are not known`,
  changeSince: 'The list has no totals of the service at past dates',
};

interface UnsupportedLineProps {
  readonly unsupported: readonly string[];
  readonly sort: Sort;
  readonly labels: readonly FilterLabel[];
}

/** Explains why the order or a filter of an address has no effect. The page itself offers no unsupported choice. */
export function UnsupportedLine({ unsupported, sort, labels }: UnsupportedLineProps) {
  const sentences = unsupported.flatMap((column) => {
    const results = [
      ...(sortedFigure(sort.by) === column ? ['users are sorted by id'] : []),
      ...(labels.some((label) => label.column === column)
        ? ['no user matches a filter on it']
        : []),
    ];
    const reason = reasons[column] ?? `The service does not report ${column}`;
    return results.length === 0 ? [] : [`${reason}: ${results.join(', and ')}.`];
  });
  return sentences.length > 0 && <NoteLine tone="warn">{sentences.join(' ')}</NoteLine>;
}
