import { paths } from '#contract/paths.ts';
import { formatTime } from '#contract/time.ts';
import type { NewEvent } from './log.ts';

/** A larger message tells only what it is about, and where to read it. */
const largestBody = 20_000;
const longestNumber = 16;

/** A message but for its number, which the database gives: what stands before it, and what after. */
export interface Unnumbered {
  readonly before: string;
  readonly after: string;
}

/** The message of an event, byte by byte as it is stored, signed and sent. */
export function messageOf({ type, data, test }: NewEvent, at: number): Unnumbered {
  const before = `{"type":${JSON.stringify(type)},"timestamp":"${formatTime(at)}","seq":`;
  const afterWith = (told: unknown) =>
    `${test === true ? ',"test":true' : ''},"data":${JSON.stringify(told)}}`;
  const after = afterWith(data);
  const bytes = Buffer.byteLength(before) + longestNumber + Buffer.byteLength(after);
  return { before, after: bytes <= largestBody ? after : afterWith(thin(data)) };
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
