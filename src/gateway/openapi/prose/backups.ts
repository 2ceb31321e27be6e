import type * as backup from '#contract/operations/backup.ts';
import type { ProseOf } from './callProse.ts';

export const backupProse: ProseOf<typeof backup> = {
  getBackup: {
    summary: 'Back up',
    description:
      'Users, holdings, prices, thematics, webhooks with their deliveries, and keys, as they are at one instant, in one file. Sessions are left out.',
    query: {
      key: {
        description:
          '`1`: with the key that secrets of webhooks are encrypted with. Without it they can be read by a service with the same key alone.',
        value: '1',
      },
    },
    answers: { 200: { description: 'The backup: gzip over lines of JSON.' } },
  },
  restoreBackup: {
    summary: 'Restore a backup',
    description:
      'Puts the backup in place of everything, all or nothing; a damaged or foreign file changes nothing. Keys that exist stay, and those that are revoked stay revoked. Deliveries of webhooks wait until they are resumed. A damaged, foreign or newer file, or a store that is not empty, is refused with a status of 4xx before the answer begins. The answer is a JSON value a line: progress, and a last line that tells the outcome, `summary` if everything was restored, `problem` if nothing was. Without either the connection was lost.',
    query: {
      replace: {
        description:
          '`1`: although there are users that are no samples, webhooks or imported prices.',
        value: '1',
      },
    },
    body: { description: 'The backup.' },
    answers: { 200: { description: 'One JSON value a line.' } },
  },
  resumeDeliveries: {
    summary: 'Resume deliveries',
    description: 'Sends the messages of webhooks that wait since a restore.',
    answers: { 200: { description: 'Whether they were paused.' } },
  },
};
