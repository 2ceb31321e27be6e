import { Button } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { PageHead } from '../../design/PageHead.tsx';
import { ExportLink } from '../transfer/ExportLink.tsx';
import type { DirectoryQuery } from './directoryQueries.ts';
import { SavedViews } from './SavedViews.tsx';
import classes from './DirectoryTitle.module.css';

interface DirectoryTitleProps {
  readonly query: DirectoryQuery;
  /** How many are shown. */
  readonly count: number;
  readonly currency: string | null;
  /** Those chosen; none where the table shows itself. */
  readonly columns: readonly string[];
  readonly onCreate: () => void;
  readonly onImport: () => void;
}

/** The head of the page and what can be done here. */
export function DirectoryTitle(props: DirectoryTitleProps) {
  const { query, count, currency, columns, onCreate, onImport } = props;
  return (
    <PageHead
      title="Users"
      sub={
        <span className={classes.actions}>
          <SavedViews columns={columns} />
        </span>
      }
      actions={
        <span className={classes.actions}>
          <Button
            variant="subtle"
            leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
            onClick={onImport}
          >
            Import
          </Button>
          {count > 0 && <ExportLink {...{ query, count, currency, columns }} />}
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => onCreate()}
          >
            Create user
          </Button>
        </span>
      }
    />
  );
}
