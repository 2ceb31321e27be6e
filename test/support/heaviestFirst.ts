import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** What starts processes and browsers before what does not. */
const projects = ['service', 'journeys', 'component', 'unit'];

/** Files that take half a minute and more, the longest first: begun last, one of them would keep a single worker busy at the end. */
export const heavy = [
  'gateway/load',
  'gateway/killed',
  'gateway/process',
  'gateway/importing',
  'gateway/disk',
  'gateway/outage',
  'gateway/edge',
  'service/streams',
  'portfolio/wallets/manyStatements',
  'portfolio/history/random',
  'journeys/access',
  'journeys/addresses',
  'journeys/faultMatrix',
  'journeys/faults',
  'journeys/privacy',
  'journeys/analyst',
  'wallets/holdings',
  'webhooks/workbench',
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
