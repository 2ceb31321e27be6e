import { NoteLine } from '../../design/NoteLine.tsx';
import type { Sort } from '../../url/sortParam.ts';
import { serviceColumn } from './directoryParams.ts';
import type { FilterLabel } from './filterKinds.ts';

const reasons: Readonly<Record<string, string>> = {
  createdAt: 'The service’s list of users does not say when they were created',
  flow: 'The service does not say what came in or went out',
  return: 'The service does not say what came in or went out, without which no return is known',
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
      ...(serviceColumn(sort.by) === column ? ['users are in the order of their ids'] : []),
      ...(labels.some((label) => label.column === column) ? ['no user passes a filter by it'] : []),
    ];
    const reason = reasons[column] ?? `The service does not say ${column}`;
    return results.length === 0 ? [] : [`${reason}: ${results.join(', and ')}.`];
  });
  return sentences.length > 0 && <NoteLine tone="warn">{sentences.join(' ')}</NoteLine>;
}
