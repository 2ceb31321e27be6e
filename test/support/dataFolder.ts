import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { embeddedTemplateFile } from './embeddedTemplate.ts';

const run = promisify(execFile);

/** Creates a data folder with an empty database, as after a first start, which would take seconds. */
export async function makeDataFolder(folder: string): Promise<void> {
  const database = join(folder, 'database');
  await mkdir(database, { recursive: true });
  await run('tar', ['-xf', await embeddedTemplateFile(), '-C', database]);
}
