import { IconPlus, IconUpload } from '@tabler/icons-react';
import { Button } from '../../shared/ui/Button.tsx';
import { PageHead } from '../../shared/ui/PageHead.tsx';
import { ExportLink } from '../transfer/ExportLink.tsx';
import type { DirectoryQuery } from './directoryQueries.ts';
import classes from './DirectoryTitle.module.css';

interface DirectoryTitleProps {
  readonly query: DirectoryQuery;
  /** How many are shown. */
  readonly count: number;
  readonly currency: string | null;
  readonly onCreate: () => void;
  readonly onImport: () => void;
}

/** The head of the page and what can be done here. */
export function DirectoryTitle(props: DirectoryTitleProps) {
  const { query, count, currency, onCreate, onImport } = props;
  return (
    <PageHead
      title="Users"
      actions={
        <span className={classes.actions}>
          <Button
            variant="plain"
            icon={<IconUpload size={16} stroke={1.75} aria-hidden />}
            onClick={onImport}
          >
            Import
          </Button>
          {count > 0 && <ExportLink query={query} count={count} currency={currency} />}
          <Button
            variant="filled"
            icon={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => onCreate()}
          >
            Create user
          </Button>
        </span>
      }
    />
  );
}
