import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { fileName } from '../../design/download.ts';
import { useFormat } from '../../preferences/format.ts';
import { type Privacy, usePrivacy } from '../../preferences/preferences.ts';
import { csvColumnsOf } from '../directory/directoryParams.ts';
import type { DirectoryAnswer } from '../directory/directoryQueries.ts';

interface ExportLinkProps {
  /** Who is shown. */
  readonly answer: DirectoryAnswer;
  /** The columns that are chosen, which are those of the file; none for all that there are. */
  readonly columns: readonly string[];
  /** Unit of the totals. */
  readonly currency: string | null;
}

const figures: Record<Privacy, 'totals' | 'hidden' | undefined> = {
  off: undefined,
  percentages: 'totals',
  hidden: 'hidden',
};

/** Saves the users now shown as CSV, in the order on the page. The service writes it and the browser saves it: no tab holds it. */
export function ExportLink({ answer, currency, columns }: ExportLinkProps) {
  const { query, count } = answer;
  const format = useFormat();
  const privacy = usePrivacy();
  const { search } = useLocation();
  const path = pathOf(getDirectory, {
    query: {
      ...query,
      format: 'csv',
      columns: columns.length === 0 ? undefined : csvColumnsOf(columns),
      figures: figures[privacy],
      unit: currency ?? undefined,
    },
  });
  const hidden = privacy === 'off' ? '' : ', without what privacy hides';
  return (
    <Button
      component={Link}
      to={path}
      reloadDocument
      download={fileName(`${viewName(search)}.csv`)}
      variant="subtle"
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      title={`Save the ${format.number(count)} users shown as CSV${hidden}`}
    >
      CSV
    </Button>
  );
}

/** What opens a form over the page is no part of what it shows. */
const forms: readonly string[] = ['create', 'import'];

/** The view as a file's name: `?q=acme&sort=-total` is `users q=acme sort=-total`. */
export function viewName(search: string): string {
  const asked = [...new URLSearchParams(search)].filter(([name]) => !forms.includes(name));
  return ['users', ...asked.map(([name, value]) => `${name}=${value}`)].join(' ').slice(0, 120);
}
