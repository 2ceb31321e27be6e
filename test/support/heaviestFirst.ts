import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** What starts processes and browsers before what does not. */
const projects = ['service', 'journeys', 'component', 'unit'];

/** Files that take ten seconds and more, the longest first: begun last, one of them would keep a single worker busy at the end. */
export const heavy = [
  'gateway/killed',
  'gateway/connectedCrowd',
  'backup/move',
  'gateway/load',
  'gateway/importing',
  'gateway/process',
  'gateway/powerCut',
  'gateway/disk',
  'gateway/outage',
  'gateway/connectedOutage',
  'gateway/importUsers',
  'service/streams',
  'service/hostile',
  'webhooks/everyEvent',
  'portfolio/memory',
  'portfolio/users/events',
  'portfolio/wallets/manyStatements',
  'portfolio/history/random',
  'database/migrations',
  'webhooks/delivery',
  'webhooks/hostile',
  'webhooks/histories',
  'webhooks/registration',
  'prices/priceGrids',
  'imports/importReal',
  'gateway/dev',
  'gateway/edge',
  'gateway/live',
  'service/live/live',
  'journeys/access',
  'journeys/start',
  'journeys/analystRole',
  'journeys/ids',
  'journeys/analyst',
  'journeys/analystTasks',
  'journeys/faultMatrix',
  'journeys/signIn',
  'journeys/privacy',
  'journeys/faults',
  'journeys/addresses',
  'journeys/adminTasks',
  'journeys/import',
  'dashboard/wallets/holdings',
  'users/directory/directory',
  'history/historyPane',
  'dashboard/webhooks/workbench',
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
