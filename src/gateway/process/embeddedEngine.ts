import {
  findPostgresPrograms,
  type PostgresPrograms,
} from '#platform/database/postgresPrograms.ts';
import { isSocketTooLong } from '#platform/database/postgresServer.ts';
import { Refusal } from '../config/refusal.ts';
import type { StoreConfig } from '../config/settings.ts';
import { foldersOf, type DatabaseEngine } from './databaseFolder.ts';

export interface EmbeddedEngine {
  /** null: PGlite. */
  readonly programs: PostgresPrograms | null;
  /** Name of the engine, with the reason if it is not the default one. */
  readonly label: string;
}

/**
 * Chooses the engine of the embedded database: PostgreSQL where it runs, else PGlite.
 * @param present the engine that wrote the database; null: there is none yet.
 */
export async function chooseEngine(
  { dataDir, embeddedEngine }: StoreConfig,
  present: DatabaseEngine | null,
): Promise<EmbeddedEngine> {
  const isPostgres = present === 'postgresql';
  if (embeddedEngine === 'pglite') {
    if (isPostgres) throw new Refusal(lockedOut(dataDir, 'EMBEDDED_ENGINE is pglite'));
    return { programs: null, label: 'PGlite' };
  }
  const { libraries, moving } = foldersOf(dataDir);
  const programs = isSocketTooLong(moving)
    ? 'the path of DATA_DIR is too long for a socket'
    : await findPostgresPrograms(libraries);
  if (typeof programs !== 'string') {
    return { programs, label: `PostgreSQL ${programs.version}` };
  }
  if (isPostgres) throw new Refusal(lockedOut(dataDir, programs));
  if (embeddedEngine === 'postgresql') {
    throw new Refusal(
      `EMBEDDED_ENGINE is postgresql, but ${programs}. Unset it to use PGlite instead.`,
    );
  }
  return { programs: null, label: `PGlite, because ${programs}` };
}

const lockedOut = (dataDir: string, reason: string) =>
  `The database in ${dataDir} needs PostgreSQL, but ${reason}. Nothing was changed. Start it as before, or move the data: run npm run backup -- FILE where it starts, then npm run restore -- FILE here with another DATA_DIR.`;
