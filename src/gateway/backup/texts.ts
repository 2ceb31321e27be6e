import { grouped } from '#contract/digits.ts';
import type { BackupHeader } from './format.ts';
import type { Restored } from './restoreWithin.ts';

const tableLabels = {
  users: 'users',
  wallets: 'wallets',
  tokens: 'tokens with prices',
  endpoints: 'webhook endpoints',
};

export function backupText({ createdAt, version, engine, tables }: BackupHeader): string {
  const counts = Object.entries(tableLabels).map(
    ([table, label]) => `${grouped(tables[table] ?? 0)} ${label}`,
  );
  return `the backup of ${createdAt} (version ${version}, ${engine}): ${counts.join(', ')}`;
}

export function notEmptyText(content: string): string {
  return `The store is not empty (${content}). A restore replaces all of it. To do that, make a backup of the current data first, then repeat the restore with --replace (replace=1).`;
}

export function restoredLines({ header, unreadable, isPaused }: Restored): string[] {
  return [
    `Restored ${backupText(header)}.`,
    ...(unreadable.length === 0
      ? []
      : [
          'The secrets of these endpoints were encrypted with a key that is not in the backup. Rotate them:',
          ...unreadable.map((url) => `  ${url}`),
        ]),
    ...(isPaused
      ? [
          'Webhook deliveries are paused, so that nothing is sent twice. To resume them: npm run restore -- resume',
        ]
      : []),
  ];
}
