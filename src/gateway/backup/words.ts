import { grouped } from '#contract/digits.ts';
import type { BackupHeader } from './format.ts';
import type { Restored } from './restoreWithin.ts';

const shown = {
  users: 'users',
  wallets: 'wallets',
  tokens: 'tokens with prices',
  endpoints: 'webhook endpoints',
};

export function backupWords({ createdAt, version, engine, tables }: BackupHeader): string {
  const counts = Object.entries(shown).map(
    ([table, what]) => `${grouped(tables[table] ?? 0)} ${what}`,
  );
  return `the backup of ${createdAt} (version ${version}, ${engine}): ${counts.join(', ')}`;
}

export function notEmptyWords(content: string): string {
  return `The store is not empty (${content}). A restore replaces all of it: repeat it with --replace (replace=1) if that is meant, after a backup of what is there.`;
}

export function restoredWords({ header, unreadable, isPaused }: Restored): string[] {
  return [
    `Restored ${backupWords(header)}.`,
    ...(unreadable.length === 0
      ? []
      : [
          'The secrets of these endpoints were encrypted with another key, which is not in the backup. Rotate them:',
          ...unreadable.map((url) => `  ${url}`),
        ]),
    ...(isPaused
      ? [
          'Deliveries of webhooks are paused, so that nothing is sent twice. To send what is due: npm run restore -- resume',
        ]
      : []),
  ];
}
