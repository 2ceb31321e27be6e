import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { eventTypes } from '#contract/events.ts';
import { isObject } from '#contract/mergePatch.ts';
import { pathOf } from '#contract/operation.ts';
import { receiveHint } from '#contract/operations/upstream.ts';
import { getWebhooks } from '#contract/operations/webhooks.ts';
import type { Database } from '#platform/database/database.ts';
import { facts } from '#platform/database/schema/store.ts';
import { Problem } from '#platform/http/problem.ts';
import { readSecret, seal } from '#platform/http/secrets.ts';
import { lists } from '../reading/lists.ts';
import type { ForeignWebhook } from '../reading/read.ts';
import { readEachWebhook } from '../reading/readWebhooks.ts';
import { hashOfAddress } from '../sync/syncStore.ts';
import { readNow, readWholeList } from '../source/pages.ts';
import type { Source } from '../source/source.ts';

/**
 * Our webhook at the connected service, stored encrypted. With `isOff`, a person removed it, so it is not registered again
 * automatically.
 */
const registration = z.object({
  url: z.string(),
  types: z.array(z.string()),
  secrets: z.array(z.string()),
  registeredAt: z.number(),
  isOff: z.boolean(),
});
export type Registration = z.infer<typeof registration>;

export interface RegistrationOptions {
  readonly database: Database;
  readonly source: Source;
  /** Base address of the connected service. Each service has its own registration. */
  readonly url: string;
  readonly secretKey: Uint8Array;
  readonly clock: () => number;
}

const path = getWebhooks.path;

/** The path of our webhook's address, without the secret. */
const hookPath = pathOf(receiveHint, { params: { secret: '' } });

/** Recognizes an address of our webhook, with or without its secret. */
export const isHookOf = (ours: string, url: string): boolean => url.startsWith(ours + hookPath);

export const hookSecretOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

export function createRegistration(options: RegistrationOptions) {
  const { database, source, secretKey, clock } = options;
  const name = `upstream hook ${hashOfAddress(options.url).slice(0, 16)}`;

  async function read(): Promise<Registration | null> {
    const [row] = await database.queries.select().from(facts).where(eq(facts.name, name));
    const text = row === undefined ? null : readSecret(Buffer.from(row.value, 'base64'), secretKey);
    return text === null ? null : z.parse(registration, JSON.parse(text));
  }

  async function keep(kept: Registration): Promise<Registration> {
    const sealed = Buffer.from(seal(JSON.stringify(kept), secretKey)).toString('base64');
    const row = { name, value: sealed };
    await database.background.transaction((tx) =>
      tx.insert(facts).values(row).onConflictDoUpdate({ target: facts.name, set: row }),
    );
    return kept;
  }

  /** Returns the webhooks at the service, or null if its list is not available. */
  async function list(): Promise<readonly ForeignWebhook[] | null> {
    try {
      const get = (page: string) => readNow(source, page);
      return (await readWholeList(get, path, lists.webhooks, readEachWebhook)).value;
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  }

  const remove = (url: string, type: string) => source.write('DELETE', path, { url, type });

  /** Registers for all types, or for each type separately if the service rejects `*`. */
  async function put(url: string, listed: readonly ForeignWebhook[]) {
    const types: string[] = [];
    const secrets: string[] = [];
    const putOne = async (type: string) => {
      const { json } = await source.write('PUT', path, { url, type });
      const secret = isObject(json) ? json['secret'] : undefined;
      if (typeof secret === 'string') secrets.push(secret);
      types.push(type);
    };
    try {
      await putOne('*');
    } catch (error) {
      if (!isRejection(error)) throw error;
      for (const type of new Set([...listed.map((one) => one.type), ...eventTypes])) {
        try {
          if (type !== '*') await putOne(type);
        } catch (refusal) {
          if (!isRejection(refusal)) throw refusal;
        }
      }
      if (types.length === 0) throw error;
    }
    return { types, secrets };
  }

  return {
    read,

    /** Registers our webhook if it is missing. Stores it before it is sent, so that it can always be removed again. */
    async register(ours: string): Promise<Registration> {
      const known = await read();
      const listed = await list();
      const prefix = ours + hookPath;
      const isCurrent = known !== null && known.url.startsWith(prefix);
      const url = isCurrent ? known.url : prefix + randomBytes(32).toString('base64url');
      // From an earlier address or secret of ours.
      const old = (listed ?? []).filter(
        (one) => one.url !== url && (one.url.startsWith(prefix) || one.url === known?.url),
      );
      const there = (listed ?? []).filter((one) => one.url === url && one.status !== 'disabled');
      const wasKept = isCurrent && !known.isOff;
      if (wasKept && known.types.length > 0 && (listed === null || there.length > 0)) return known;
      if (wasKept && there.length > 0) {
        // The registration succeeded, but its answer was lost.
        source.forget((one) => one.includes(path));
        return keep({ ...known, types: there.map(({ type }) => type) });
      }
      const begun = { url, types: [], secrets: [], registeredAt: clock(), isOff: false };
      const kept = await keep(isCurrent ? { ...known, isOff: false } : begun);
      const added = await put(url, listed ?? []);
      for (const one of old) await remove(one.url, one.type).catch(ignoreProblem);
      source.forget((one) => one.includes(path));
      const secrets = [...new Set([...kept.secrets, ...added.secrets])];
      return keep({ ...kept, types: added.types, secrets, registeredAt: clock() });
    },

    /** Removes the webhook and prevents automatic registration. Returns null if there is none. */
    async unregister(): Promise<Registration | null> {
      const known = await read();
      if (known === null) return null;
      const listed = (await list())?.filter(({ url }) => url === known.url);
      const types = listed?.map(({ type }) => type) ?? known.types;
      for (const type of types) await remove(known.url, type);
      source.forget((one) => one.includes(path));
      await keep({ ...known, types: [], isOff: true });
      return types.length === 0 && known.isOff ? null : { ...known, types };
    },
  };
}

export type RegistrationStore = ReturnType<typeof createRegistration>;

const isRejection = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'upstream-rejected';

function ignoreProblem(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}
