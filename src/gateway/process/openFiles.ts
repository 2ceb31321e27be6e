import * as z from 'zod/mini';
import type { Limits } from '../http/limits.ts';
import { defaultMaxConnections, type Config } from '../config/settings.ts';

const limit = z.object({ soft: z.union([z.number(), z.string()]) });
const report = z.object({
  userLimits: z.object({ open_files: limit, file_size_blocks: limit }),
});

/** Returns a system limit of this process (`ulimit`); Infinity: no limit. */
function systemLimit(name: 'open_files' | 'file_size_blocks'): number {
  // Otherwise the report looks up the names of all peers.
  Object.assign(process.report, { excludeNetwork: true });
  const { success, data } = z.safeParse(report, process.report.getReport());
  const soft = success ? data.userLimits[name].soft : null;
  return typeof soft === 'number' ? soft : Infinity;
}

export const openFilesLimit = () => systemLimit('open_files');

/** Maximum bytes of a written file, although the report calls them blocks. */
export const fileSizeLimit = () => systemLimit('file_size_blocks');

/** Returns the server limits: connections get half of the open files, the database and webhooks the other half. */
export function limitsWithin(
  openFiles: number,
  config: Config,
  print: (line: string) => void,
): Limits {
  const { maxConnections, maxRequests, maxRequestsPerConnection } = config;
  const limit = Math.max(1, Math.floor(openFiles / 2));
  if (maxConnections !== null && maxConnections > limit) {
    print(
      `MAX_CONNECTIONS is ${maxConnections}, but this process may open only ${openFiles} files (ulimit -n), and reserves half of them for the database and webhooks. It accepts ${limit} connections.`,
    );
  }
  return {
    maxRequests,
    maxRequestsPerConnection,
    maxConnections: Math.min(maxConnections ?? defaultMaxConnections, limit),
    clientTimeoutMs: config.clientTimeoutSeconds * 1000,
    headersTimeoutMs: config.headersTimeoutSeconds * 1000,
    bodyTimeoutMs: config.bodyTimeoutSeconds * 1000,
    idleTimeoutMs: config.idleTimeoutSeconds * 1000,
  };
}
