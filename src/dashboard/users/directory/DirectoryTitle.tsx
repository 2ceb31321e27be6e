import { IconPlus, IconUpload } from '@tabler/icons-react';
import { Button } from '../../shared/ui/Button.tsx';
import { PageHead } from '../../shared/ui/PageHead.tsx';
import { ExportButton } from '../transfer/ExportButton.tsx';
import classes from './DirectoryTitle.module.css';
import { rowsShown, type Shown } from './entries.ts';

interface DirectoryTitleProps {
  /** Who is shown; undefined until it is known. */
  readonly shown: Shown | undefined;
  readonly currency: string | null;
  readonly onCreate: () => void;
  readonly onImport: () => void;
}

/** The head of the page and what can be done here. */
export function DirectoryTitle({ shown, currency, onCreate, onImport }: DirectoryTitleProps) {
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
          {shown !== undefined && (
            <ExportButton
              rows={() => rowsShown(shown)}
              count={shown.places.length}
              currency={currency}
            />
          )}
          <Button
            variant="filled"
            icon={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={onCreate}
          >
            Create user
          </Button>
        </span>
      }
    />
  );
}
