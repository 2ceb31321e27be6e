import { IconPrinter } from '@tabler/icons-react';

export const printAction = {
  name: 'Print this page',
  also: 'report pdf',
  icon: IconPrinter,
} as const;
