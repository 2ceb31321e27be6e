import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeDataFolder } from './dataFolder.ts';
import { startGateway } from './process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with sample users in the simulated market, to copy from. */
    samples: string;
  }
}

let folder: string;

/** Before the journeys: builds the dashboard where that is needed, and makes what their processes start with. */
export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-samples-'));
  const samples = join(folder, 'data');
  await makeDataFolder(samples);
  await (await startGateway({ DATA_DIR: samples })).stop();
  project.provide('samples', samples);
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
