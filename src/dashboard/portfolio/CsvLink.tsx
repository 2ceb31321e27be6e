import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { HiddenFigures } from '#contract/directoryParameters.ts';
import type { Privacy } from '../preferences/preferences.ts';

/** What a CSV that the service writes leaves out, by the preference of privacy. */
export const hiddenInCsv: Record<Privacy, HiddenFigures | undefined> = {
  off: undefined,
  percentages: 'totals',
  hidden: 'hidden',
};

interface CsvLinkProps {
  /** Its path at the service. */
  readonly to: string;
  readonly file: string;
  /** What is saved: “the 12 thematics shown”. */
  readonly what: string;
  readonly privacy?: Privacy;
}

/** Saves a list as CSV. The service writes it and the browser saves it: no tab holds it. */
export function CsvLink({ to, file, what, privacy = 'off' }: CsvLinkProps) {
  const hidden = privacy === 'off' ? '' : ', without what privacy hides';
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
