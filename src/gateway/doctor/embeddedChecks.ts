import {
  inspectEmbedded,
  inspectPostgres,
  inspectPostgresFolder,
  type Inspection,
} from '#platform/database/inspect.ts';
import { socketOf, socketUrl } from '#platform/database/postgresServer.ts';
import type { StoreConfig } from '../config/settings.ts';
import { engineOf, foldersOf } from '../process/databaseFolder.ts';
import { chooseEngine } from '../process/embeddedEngine.ts';

export interface EmbeddedDatabase {
  /** Its folder, engine and socket. */
  readonly label: string;
  look(): Promise<Inspection>;
}

/** Returns the database of the locked DATA_DIR; null: none yet. */
export async function embeddedDatabase(config: StoreConfig): Promise<EmbeddedDatabase | null> {
  const { database: folder } = foldersOf(config.dataDir);
  const present = await engineOf(folder);
  if (present === null) return null;
  const { programs, label } = await chooseEngine(config, present);
  if (present === 'postgresql' && programs !== null) {
    return {
      label: `${folder}, engine ${label}, socket ${socketOf(folder)}`,
      look: () => inspectPostgresFolder({ programs, folder }),
    };
  }
  const next = programs === null ? label : `PGlite until the next start moves it to ${label}`;
  return { label: `${folder}, engine ${next}`, look: () => inspectEmbedded(folder) };
}

/** Returns the folder, engine and socket of the database that a running process uses. */
export async function runningDatabase(dataDir: string): Promise<string> {
  const { database: folder } = foldersOf(dataDir);
  if ((await engineOf(folder)) !== 'postgresql') return `${folder}, engine PGlite`;
  const { version } = await inspectPostgres(socketUrl(folder));
  return `${folder}, engine PostgreSQL ${version}, socket ${socketOf(folder)}`;
}
