import { makeDataFolder } from '#test/support/dataFolder.ts';
import { startGateway, type RunningGateway } from '#test/support/process.ts';
import { isSmallest } from './size.ts';

/**
 * Starts the product of this or another checkout for a section. At the smallest size, it starts on a prepared folder with few
 * sample users, because a new one takes seconds of processor time.
 */
export async function startMeasured(
  settings: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  checkout?: string,
): Promise<RunningGateway> {
  if (!isSmallest) return startGateway(settings, undefined, checkout);
  await makeDataFolder(settings.DATA_DIR);
  return startGateway({ SAMPLE_USERS: '20', ...settings }, undefined, checkout);
}
