import { pathOf } from '#contract/operation.ts';
import { getThematic } from '#contract/operations/thematics.ts';
import { getUser } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { thematicNotFound, userNotFound } from '#platform/http/notFound.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { lists } from '../reading/lists.ts';
import type { ForeignThematic, ForeignUser, ForeignWallet, Read } from '../reading/read.ts';
import { readThematic } from '../reading/readThematics.ts';
import { readUser } from '../reading/readUsers.ts';
import { readEachWallet, unknownWallets } from '../reading/readWallets.ts';
import {
  type StableParts,
  stablePartsOfThematic,
  stablePartsOfUser,
  stablePartsOfWallets,
} from '../reading/stableParts.ts';
import type { ForeignReader } from './reader.ts';

const unknownCodes: ReadonlySet<string> = new Set(['user-not-found', 'thematic-not-found']);

export const isUnknown = (error: unknown): boolean =>
  error instanceof Problem && unknownCodes.has(error.code);

/** Ids that cannot be part of a path: URLs resolve `.` and `..`, and an empty id addresses the list. */
export const isFolder = (id: string): boolean => id === '' || id === '.' || id === '..';

/** An empty answer means not found: some services send it instead of a 404. */
const isNothing = (json: unknown): boolean =>
  json === null || (Array.isArray(json) && json.length === 0);

interface KnownOptions<Value> {
  readonly notFound: () => Problem;
  readonly what: string;
  readonly stable: (value: Value) => StableParts;
  readonly maxAge?: number;
}

/** Requests one user or thematic. Throws 404 if it does not exist, and 502 if the answer is something else. */
async function readKnown<Value>(
  reader: ForeignReader,
  path: string,
  read: (json: unknown) => Read<Value | null>,
  { notFound, what, stable, ...options }: KnownOptions<Value>,
): Promise<Value> {
  const absent = () => {
    reader.absent(path);
    return notFound();
  };
  const { value } = await reader.one(
    path,
    (json) => {
      if (isNothing(json)) throw absent();
      return read(json);
    },
    {
      ...options,
      notFound: absent,
      stable: ({ value: one }) => (one === null ? null : stable(one)),
    },
  );
  if (value !== null) return value;
  throw problem(
    'upstream-unreadable',
    `The connected service answered GET ${path} with JSON that is no ${what}.`,
  );
}

/** Throws 404 user-not-found. */
export async function readKnownUser(
  reader: ForeignReader,
  id: string,
  maxAge?: number,
): Promise<ForeignUser> {
  const notFound = () => userNotFound(id);
  if (isFolder(id)) throw notFound();
  const path = pathOf(getUser, { params: { id } });
  return readKnown(reader, path, (json) => readUser(json, id), {
    notFound,
    what: 'user',
    stable: stablePartsOfUser,
    ...(maxAge === undefined ? {} : { maxAge }),
  });
}

/** Throws 404 thematic-not-found. */
export function readKnownThematic(reader: ForeignReader, id: string): Promise<ForeignThematic> {
  const notFound = () => thematicNotFound(id);
  const path = pathOf(getThematic, { params: { id } });
  return readKnown(reader, path, (json) => readThematic(json, id), {
    notFound,
    what: 'thematic',
    stable: stablePartsOfThematic,
  });
}

/**
 * Requests data of a user, or of a user and a thematic. After a 404, checks which of them is unknown. If both exist, returns
 * `nothing`.
 * @param read throws `userNotFound(id)` for a 404.
 */
export async function readOfUser<Value>(
  reader: ForeignReader,
  { id, thematic }: { readonly id: string; readonly thematic?: string | undefined },
  read: () => Promise<Value>,
  nothing: Value,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (!isUnknown(error)) throw error;
    await readKnownUser(reader, id);
    if (thematic !== undefined) await readKnownThematic(reader, thematic);
    reader.note('The service answers 404 here; shown as empty, since it knows the user.');
    return nothing;
  }
}

/** Requests a value. If the service fails, returns the synced one, or throws if there is none. */
export async function readOrKept<Value>(
  reader: ForeignReader,
  read: () => Promise<Value>,
  keptNow: () => CachedValue<Value> | null | Promise<CachedValue<Value> | null>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Problem) || isUnknown(error)) throw error;
    const kept = await keptNow();
    if (kept === null) throw error;
    reader.includes(kept.readAt, error.message);
    return kept.value;
  }
}

interface CachedValue<Value> {
  readonly value: Value;
  readonly readAt: number;
}

/** Throws 404 user-not-found. */
export function readKnownWallets(
  reader: ForeignReader,
  id: string,
): Promise<Read<readonly ForeignWallet[]>> {
  return readOfUser(
    reader,
    { id },
    async () => {
      const path = pathOf(getWallets, { params: { id } });
      const notFound = () => userNotFound(id);
      return reader.list(path, lists.wallets, readEachWallet, {
        notFound,
        stable: (read) => stablePartsOfWallets(id, read),
      });
    },
    unknownWallets,
  );
}
