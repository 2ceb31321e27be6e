import { IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { messageOf } from '../../shared/api/errors.ts';
import { download } from '../../shared/files/download.ts';
import { formatCount } from '../../shared/format/number.ts';
import { notify } from '../../shared/notices.ts';
import { usePrivacy } from '../../shared/preferences.ts';
import { Button } from '../../shared/ui/Button.tsx';
import type { DirectoryEntry } from '../directory/directoryEntry.ts';

interface ExportButtonProps {
  /** The users now shown, in their order; read when it is pressed. */
  readonly rows: () => AsyncIterable<DirectoryEntry>;
  readonly count: number;
  /** Unit of the totals. */
  readonly currency: string | null;
  readonly className?: string | undefined;
}

/** Saves the users now shown as CSV: those found and filtered, in the order on the page. */
export function ExportButton({ rows, count, currency, className }: ExportButtonProps) {
  const privacy = usePrivacy();
  const { search } = useLocation();
  const [done, setDone] = useState<number | null>(null);
  const isBusy = useRef(false);
  const save = async () => {
    if (isBusy.current || count === 0) return;
    isBusy.current = true;
    setDone(0);
    try {
      const { directoryCsv } = await import('./directoryCsv.ts');
      const csv = await directoryCsv(rows(), { currency, privacy, onProgress: setDone });
      download(`${viewName(search)}.csv`, csv);
    } catch (error) {
      notify(`The CSV could not be written: ${messageOf(error)}`);
    } finally {
      isBusy.current = false;
      setDone(null);
    }
  };
  return (
    <Button
      variant="plain"
      className={className}
      icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
      aria-disabled={done !== null || count === 0}
      title={
        privacy === 'off'
          ? `Save the ${formatCount(count)} users shown as CSV`
          : `Save the ${formatCount(count)} users shown as CSV, without what privacy hides`
      }
      onClick={() => void save()}
    >
      {done === null ? 'CSV' : `CSV, ${formatCount(done)} read`}
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
