import { Box } from '@mantine/core';
import { fileName } from '../design/download.ts';
import { CsvLink, hiddenInCsv } from '../portfolio/CsvLink.tsx';
import { useFormat } from '../preferences/format.ts';
import { usePrivacy } from '../preferences/preferences.ts';

interface BookCsvProps {
  /** Of the call that answers the rows. */
  readonly path: string;
  readonly what: string;
}

/** All rows of a panel as a file of the service. */
export function BookCsv({ path, what }: BookCsvProps) {
  const format = useFormat();
  const privacy = usePrivacy();
  const [call = '', search] = path.split('?', 2);
  const query = new URLSearchParams(search);
  query.delete('limit');
  query.set('format', 'csv');
  const hidden = hiddenInCsv[privacy];
  if (hidden !== undefined) query.set('figures', hidden);
  if (format.currency !== null) query.set('unit', format.currency);
  return (
    <Box visibleFrom="sm">
      <CsvLink
        to={`${call}?${query.toString()}`}
        file={fileName(`book, ${what}.csv`)}
        what={what}
        privacy={privacy}
      />
    </Box>
  );
}
