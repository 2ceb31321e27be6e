import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { fileName } from '../../design/download.ts';
import { useFormat } from '../../preferences/format.ts';
import { type Privacy, usePrivacy } from '../../preferences/preferences.ts';
import { csvColumnsOf } from './directoryParams.ts';
import type { DirectoryAnswer } from './directoryQueries.ts';
import type { FilterLabel } from './filterKinds.ts';

interface ExportLinkProps {
  /** Who is shown. */
  readonly answer: DirectoryAnswer;
  /** The filters that are set. */
  readonly labels: readonly FilterLabel[];
  /** The columns that are chosen, which are those of the file; none for all that there are. */
  readonly columns: readonly string[];
}

const figures: Record<Privacy, 'totals' | 'hidden' | undefined> = {
  off: undefined,
  percentages: 'totals',
  hidden: 'hidden',
};

/** Saves the users now shown as CSV, in the order on the page. The service writes it and the browser saves it: no tab holds it. */
export function ExportLink({ answer, labels, columns }: ExportLinkProps) {
  const { query, count } = answer;
  const format = useFormat();
  const privacy = usePrivacy();
  const path = pathOf(getDirectory, {
    query: {
      ...query,
      format: 'csv',
      columns: columns.length === 0 ? undefined : csvColumnsOf(columns),
      figures: figures[privacy],
      unit: format.currency ?? undefined,
    },
  });
  const hidden = privacy === 'off' ? '' : ', without what privacy hides';
  return (
    <Button
      component={Link}
      to={path}
      reloadDocument
      download={exportName(answer, labels)}
      variant="subtle"
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      title={`Save the ${format.number(count)} users shown as CSV${hidden}`}
    >
      CSV
    </Button>
  );
}

/** What is in the file, as of when: `users acme Total 1 M or more as of 2026-06-17.csv`. */
export function exportName(
  { query, asOf }: Pick<DirectoryAnswer, 'query' | 'asOf'>,
  labels: readonly FilterLabel[],
): string {
  const filters = labels.map(({ label, value }) => `${label} ${value}`);
  const view = ['users', query.q ?? '', ...filters].join(' ').slice(0, 120).trim();
  return fileName(`${view} as of ${asOf.slice(0, 10)}.csv`);
}
