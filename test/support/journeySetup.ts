import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium } from './browser.ts';
import { makeDataFolder } from './dataFolder.ts';
import { type RunningGateway, standingStill, startGateway } from './process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder with sample users in the simulated market, to copy. */
    samples: string;
    /** Address of the process that all read-only journeys share. */
    shared: string;
  }
}

let folder: string;
let shared: RunningGateway;

export async function setup(project: TestProject): Promise<void> {
  // Unpacks the browser. Two workers at once would read each other's half-written file.
  await findChromium();
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
