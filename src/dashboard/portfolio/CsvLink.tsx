import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { HiddenFigures } from '#contract/directoryParameters.ts';
import type { Privacy } from '../preferences/preferences.ts';

export const hiddenInCsv: Record<Privacy, HiddenFigures | undefined> = {
  off: undefined,
  percentages: 'totals',
  hidden: 'hidden',
};

interface CsvLinkProps {
  readonly to: string;
  readonly file: string;
  readonly what: string;
  readonly privacy?: Privacy;
}

/** The browser downloads from the service, so the page never holds the file in memory. */
export function CsvLink({ to, file, what, privacy = 'off' }: CsvLinkProps) {
  const hidden = privacy === 'off' ? '' : ', without hidden figures';
  return (
    <Button
      component={Link}
      to={to}
      reloadDocument
      download={file}
      variant="subtle"
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      title={`Save ${what} as CSV${hidden}`}
    >
      CSV
    </Button>
  );
}
