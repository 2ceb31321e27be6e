import { UnavailableError, type Connections, type Database } from './database.ts';
import type { OnUpgrade } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { startServer, type ServerOptions } from './postgresServer.ts';

export interface EmbeddedPostgresOptions extends ServerOptions {
  /** Why the folder is not writable now, as a sentence; null if it is. */
  readonly storageFault?: () => string | null;
  readonly onUpgrade?: OnUpgrade | undefined;
}

/** Opens a folder with a PostgreSQL that belongs to this process. */
export async function openEmbeddedPostgres({
  storageFault = () => null,
  onUpgrade,
  ...options
}: EmbeddedPostgresOptions): Promise<Database> {
  const server = await startServer(options);
  const writeFault = () =>
    storageFault() ?? (server.isDown() ? 'The database ended and is being restarted.' : null);
  try {
    const database = await openPostgres(server.url, onUpgrade);
    return {
      ...database,
      ...refusing(database, writeFault),
      background: refusing(database.background, writeFault),
      isShared: false,
      async close() {
        await database.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Changes stop before the disk is full: PostgreSQL ends when it cannot write its log. */
function refusing(connections: Connections, writeFault: () => string | null): Connections {
  return {
    queries: connections.queries,
    async transaction(work, options) {
      const fault = writeFault();
      if (fault !== null) throw new UnavailableError(fault);
      return connections.transaction(work, options);
    },
  };
}
