import { Button } from '@mantine/core';
import { type Column, csvOf } from '../design/columns.ts';
import { download } from '../design/download.ts';
import { usePrivacy } from '../preferences/preferences.ts';

interface SaveCsvProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly file: string;
}

/** Saves the rows of a table, without figures that privacy mode hides. */
export function SaveCsv<Row>({ columns, rows, file }: SaveCsvProps<Row>) {
  const privacy = usePrivacy();
  if (rows.length === 0) return null;
  return (
    <Button
      variant="subtle"
      visibleFrom="sm"
      onClick={() => download(file, csvOf(columns, rows, privacy), 'text/csv')}
    >
      CSV
    </Button>
  );
}
