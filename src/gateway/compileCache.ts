import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Caches compiled modules for later starts, in a folder of this user alone. Node runs cached code without checking who wrote it,
 * which rules out the shared temporary folder. A folder in NODE_COMPILE_CACHE is already in use.
 */
export function cacheCompiledModules(root: string, warn: (line: string) => void): void {
  if (getCompileCacheDir() !== undefined) return;
  const user = process.getuid?.();
  const folder = join(root, 'node_modules', '.cache', `compiled-${user ?? 'modules'}`);
  const fault = compileCacheFault(folder, user);
  if (fault === null) {
    enableCompileCache(folder);
    // Otherwise workers of this process, and the Vite that it starts, would use the shared folder, or none.
    process.env['NODE_COMPILE_CACHE'] = folder;
    return;
  }
  process.env['NODE_DISABLE_COMPILE_CACHE'] = '1';
  if (fault !== '')
    warn(`Each start compiles all modules again, because ${folder} ${fault}. Remove it.`);
}

/**
 * Creates the folder, or returns why the existing one is not trustworthy; empty if none can be created.
 * @param user undefined on Windows, which has neither owner nor mode: there a folder is as open as the checkout around it.
 */
export function compileCacheFault(folder: string, user: number | undefined): string | null {
  let status: Stats;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    status = lstatSync(folder);
  } catch {
    // For example a read-only checkout: without the folder, starts only take longer.
    return '';
  }
  if (!status.isDirectory()) return 'is a link';
  if (user === undefined) return null;
  if (status.uid !== user) return 'belongs to another user';
  return (status.mode & 0o077) === 0 ? null : 'is open to other users';
}
