import { inMegabytes, megabyte, roomFault } from '../disk/faults.ts';
import { fileSizeLimit } from './openFiles.ts';

const watchIntervalMs = 1000;
/** Space to open the database: its log (WAL) grows by files of 16 MB, and opening it needs two. */
export const leastToOpen = 32 * megabyte;

export interface Storage {
  /** Reason why the disk is not writable now, as a sentence; null: it is. */
  fault(): string | null;
  stop(): void;
}

/**
 * Watches the disk under a folder from the event loop, which the engine cannot block, because it has its own worker. Rejects
 * changes while there is still room to finish current work, and accepts them again once there is more.
 */
export async function watchStorage(
  folder: string,
  { reserve, log }: { readonly reserve: number; readonly log: (line: string) => void },
): Promise<Storage> {
  let fault = await storageFault(folder, reserve);
  if (fault !== null) log(fault);
  let isChecking = false;
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    // The freed space must last for more than one change.
    const enough = fault === null ? reserve : reserve * 1.25;
    const now = await storageFault(folder, enough).finally(() => {
      isChecking = false;
    });
    if (now === null && fault !== null) log(`${folder} is writable again: changes are accepted`);
    if (now !== null && fault === null) log(now);
    fault = now;
  };
  const timer = setInterval(() => void check(), watchIntervalMs).unref();
  return { fault: () => fault, stop: () => clearInterval(timer) };
}

/** Returns why a folder is not writable with this many bytes free, as a sentence; null if it is. */
export async function storageFault(folder: string, least: number): Promise<string | null> {
  const lacking = await roomFault(folder, least);
  if (lacking === null) return null;
  return `${lacking.text} Changes are rejected until ${lacking.until}.`;
}

const logFileBytes = 16 * 2 ** 20;

/** Describes a file size limit of the system that is too low for a database, and whether it is fatal; null: none. */
export function fileSizeFault(): { readonly isFatal: boolean; readonly text: string } | null {
  const maxFileBytes = fileSizeLimit();
  if (maxFileBytes >= 2 ** 30) return null;
  const limit = `This process may write files of at most ${inMegabytes(maxFileBytes)} (ulimit -f)`;
  return maxFileBytes < logFileBytes
    ? {
        isFatal: true,
        text: `${limit}, but the database's log needs files of ${inMegabytes(logFileBytes)}. The data is intact: raise the limit and start again.`,
      }
    : { isFatal: false, text: `${limit}. Changes that need a larger file are rejected.` };
}
