import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeDataFolder } from './dataFolder.ts';
import { type RunningGateway, standingStill, startGateway } from './process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with sample users in the simulated market, to copy from. */
    samples: string;
    /** Where the process listens that all journeys share which change nothing. */
    shared: string;
  }
}

let folder: string;
let shared: RunningGateway;

/** Before the journeys: builds the dashboard where that is needed, and makes what their processes start with. */
export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-samples-'));
  const samples = join(folder, 'data');
  await makeDataFolder(samples);
  await (await startGateway({ DATA_DIR: samples })).stop();
  project.provide('samples', samples);
  const lookedAt = join(folder, 'looked at');
  await cp(samples, lookedAt, { recursive: true });
  shared = await startGateway({ DATA_DIR: lookedAt, ...standingStill });
  project.provide('shared', shared.url);
}

export async function teardown(): Promise<void> {
  await shared.stop();
  await rm(folder, { recursive: true, force: true });
}
