import { paths } from '#contract/paths.ts';
import { formatTime } from '#contract/time.ts';
import type { NewEvent } from './log.ts';

/** A larger message tells only what it is about, and where to read it. */
const largestBody = 20_000;

/** The message of an event, byte by byte as it is stored, signed and sent. */
export function messageOf(
  { type, data, test }: NewEvent,
  { seq, at }: { readonly seq: number; readonly at: number },
): string {
  const head = { type, timestamp: formatTime(at), seq, ...(test === true ? { test } : {}) };
  const body = JSON.stringify({ ...head, data });
  if (Buffer.byteLength(body) <= largestBody) return body;
  return JSON.stringify({ ...head, data: thin(data) });
}

const names = ['_id', 'customId', 'user', 'thematics'] as const;

/** The ids of a resource, and its path. */
function thin(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ids = Object.fromEntries(
    names.flatMap((name) => (typeof data[name] === 'string' ? [[name, data[name]]] : [])),
  );
  return { ...ids, truncated: true, href: pathOf(ids) };
}

function pathOf(ids: Readonly<Record<string, string>>): string {
  const { customId, user, _id = '' } = ids;
  if (customId !== undefined) return paths.user(customId);
  return user === undefined ? paths.thematic(_id) : paths.userWallets(user);
}
