import type * as backup from '#contract/operations/backup.ts';
import type { ProseOf } from './callProse.ts';

export const backupProse: ProseOf<typeof backup> = {
  getBackup: {
    summary: 'Back up',
    description:
      'A consistent snapshot of users, holdings, prices, thematics, webhooks with their deliveries, and keys in one file. Sessions are left out.',
    query: {
      key: {
        description:
          '`1`: includes the key that encrypts webhook secrets. Without it, only a service with the same key can read them.',
        value: '1',
      },
    },
    answers: { 200: { description: 'The backup: gzipped lines of JSON.' } },
  },
  restoreBackup: {
    summary: 'Restore a backup',
    description:
      'Replaces all data with a backup, all or nothing. Existing keys stay valid, and revoked keys stay revoked. Webhook deliveries are paused until they are resumed. A damaged, foreign or newer file, or a store that is not empty, gets a 4xx status before the answer begins. The answer has one JSON value per line: progress, then the outcome: `summary` if everything was restored, `problem` if nothing was. Without either, the connection was lost.',
    query: {
      replace: {
        description:
          '`1`: replaces the data even if there are webhooks, imported prices, or users other than samples.',
        value: '1',
      },
    },
    body: { description: 'The backup.' },
    answers: { 200: { description: 'One JSON value per line.' } },
  },
  resumeDeliveries: {
    summary: 'Resume deliveries',
    description: 'Sends the webhook messages that have been paused since a restore.',
    answers: { 200: { description: 'Whether they were paused.' } },
  },
};
