import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * From the second start on modules come compiled, out of a folder of this user alone: Node runs what is in it without a look
 * at who wrote it, which rules out the shared folder for temporary files. A folder that the person names in NODE_COMPILE_CACHE
 * is in use already.
 */
export function cacheCompiledModules(root: string, warn: (line: string) => void): void {
  if (getCompileCacheDir() !== undefined) return;
  const user = process.getuid?.();
  const folder = join(root, 'node_modules', '.cache', `compiled-${user ?? 'modules'}`);
  const fault = compileCacheFault(folder, user);
  if (fault === null) {
    enableCompileCache(folder);
    // Threads of this process, and the Vite that it starts to build, would take the shared folder, or none.
    process.env['NODE_COMPILE_CACHE'] = folder;
    return;
  }
  process.env['NODE_DISABLE_COMPILE_CACHE'] = '1';
  if (fault !== '') warn(`Modules are compiled anew at each start: ${folder} ${fault}. Remove it.`);
}

/**
 * Makes the folder, or says why the one that is there is not to be trusted; empty where none can be made.
 * @param user left out on Windows, which knows neither owner nor mode: there a folder is as open as the checkout around it.
 */
export function compileCacheFault(folder: string, user: number | undefined): string | null {
  let found: Stats;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    found = lstatSync(folder);
  } catch {
    // A checkout that this user may not write to, say: without the folder it only takes longer.
    return '';
  }
  if (!found.isDirectory()) return 'is a link';
  if (user === undefined) return null;
  if (found.uid !== user) return 'belongs to another user';
  return (found.mode & 0o077) === 0 ? null : 'is open to other users';
}
