import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { fileName } from '../../design/download.ts';
import { CsvLink, hiddenInCsv } from '../../portfolio/CsvLink.tsx';
import { useFormat } from '../../preferences/format.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import { csvColumnsOf } from './directoryParams.ts';
import { usePeriodStarts } from './toDate.ts';
import { ofUsers, partName } from '../../portfolio/usersRead.ts';
import type { DirectoryAnswer } from './directoryQueries.ts';
import type { FilterLabel } from '../../members/filterKind.ts';

/** Filters in the name of the file. */
type FileLabel = Pick<FilterLabel, 'label' | 'value'>;

interface ExportLinkProps {
  readonly answer: DirectoryAnswer;
  readonly labels: readonly FileLabel[];
  /** Selected columns for the file; empty: all. */
  readonly columns: readonly string[];
}

export function ExportLink({ answer, labels, columns }: ExportLinkProps) {
  const { query, count } = answer;
  const format = useFormat();
  const privacy = usePrivacy();
  const starts = usePeriodStarts();
  const path = pathOf(getDirectory, {
    query: {
      ...query,
      format: 'csv',
      columns: columns.length === 0 ? undefined : csvColumnsOf(columns, starts),
      figures: hiddenInCsv[privacy],
      unit: format.currency ?? undefined,
    },
  });
  return (
    <CsvLink
      to={path}
      file={exportName(answer, labels)}
      what={
        answer.incomplete === undefined
          ? `the ${format.number(count)} users shown`
          : `${format.number(count)} users, ${ofUsers(format, answer)},`
      }
      privacy={privacy}
    />
  );
}

/** Returns a name such as `users acme Total 1 M or more as of 2026-06-17.csv`. */
export function exportName(
  { query, asOf, incomplete }: Pick<DirectoryAnswer, 'query' | 'asOf' | 'incomplete'>,
  labels: readonly FileLabel[],
): string {
  const filters = labels.map(({ label, value }) => `${label} ${value}`);
  const view = ['users', query.q ?? '', ...filters].join(' ').slice(0, 120).trim();
  return fileName(`${view} as of ${asOf.slice(0, 10)}${partName(incomplete)}.csv`);
}
