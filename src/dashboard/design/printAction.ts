import { IconPrinter } from '@tabler/icons-react';

/** The command that prints a page; a page with a print dialog has one of its own. */
export const printAction = {
  name: 'Print this page',
  also: 'report pdf',
  icon: IconPrinter,
} as const;
