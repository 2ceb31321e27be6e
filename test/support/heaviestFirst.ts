import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** What starts processes and browsers before what does not. */
const projects = ['service', 'journeys', 'component', 'unit'];

/** Files that take ten seconds and more, the longest first: begun last, one of them would keep a single worker busy at the end. */
export const heavy = [
  'gateway/connectedCrowd',
  'gateway/connectedOutage',
  'gateway/importing',
  'gateway/killed',
  'gateway/process',
  'gateway/load',
  'backup/killed',
  'service/streams',
  'gateway/disk',
  'gateway/outage',
  'backup/move',
  'gateway/powerCut',
  'gateway/connected',
  'gateway/importUsers',
  'backup/restore',
  'gateway/connectedSecrets',
  'upstream/dialects',
  'service/routes',
  'webhooks/hostile',
  'gateway/hostile',
  'backup/disk',
  'gateway/edge',
  'gateway/live',
  'service/live/live',
  'access/secrets',
  'doctor/doctor',
  'history/random',
  'gateway/severalProcesses',
  'webhooks/delivery',
  'gateway/connectedLive',
  'webhooks/everyEvent',
  'backup/schedule',
  'database/engine',
  'database/migrations',
  'wallets/manyStatements',
  'users/events',
  'gateway/dev',
  'journeys/access',
  'journeys/start',
  'journeys/analystRole',
  'journeys/connected',
  'journeys/signIn',
  'journeys/addresses',
  'journeys/faultMatrix',
  'journeys/faults',
  'journeys/analyst',
  'journeys/import',
  'journeys/ids',
  'journeys/privacy',
  'journeys/live',
  'journeys/audit',
  'journeys/downloads',
  'journeys/adminTasks',
  'journeys/admin',
  'journeys/webhooks',
  'journeys/provider',
  'journeys/analystTasks',
  'journeys/touch',
  'journeys/keys',
  'journeys/palette',
  'dashboard/wallets/holdings',
  'history/historyPane',
  'users/directory/directory',
  'dashboard/webhooks/webhooks',
  'webhooks/workbench',
  'directory/filters',
  'app/palette',
];

/** Lets the longest test files begin first, so that all workers end together; Vitest knows their times only where it ran before. */
export class HeaviestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- no array: Vitest's order, which makes a new one
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (a, b) =>
        projects.indexOf(a.project.name) - projects.indexOf(b.project.name) || place(a) - place(b),
    );
  }
}

function place({ moduleId }: TestSpecification): number {
  const index = heavy.findIndex((name) => moduleId.includes(`/${name}.test.`));
  return index === -1 ? heavy.length : index;
}
