import { pathOf } from '#contract/operation.ts';
import { getThematic } from '#contract/operations/thematics.ts';
import { getUser } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { formatTime } from '#contract/time.ts';
import type { EventType } from '#contract/webhook.ts';

export interface NewEvent {
  readonly type: EventType;
  /** Id of the resource: a customId, a wallet's or a thematic's _id. */
  readonly subject: string;
  /** The resource as the interface shows it, with `previous` of what changed. */
  readonly data: Record<string, unknown>;
  /** A test for a receiver, not an event of the service. */
  readonly test?: true;
}

/** A larger message holds only ids, and the path of the resource. */
const maxBodyBytes = 20_000;
const maxSeqDigits = 16;

/** A message without its `seq`, which the database assigns: the text before it and the text after it. */
export interface MessageParts {
  readonly before: string;
  readonly after: string;
}

/** The message of an event, byte by byte as it is stored, signed and sent. */
export function messageOf({ type, data, test }: NewEvent, at: number): MessageParts {
  const before = `{"type":${JSON.stringify(type)},"timestamp":"${formatTime(at)}","seq":`;
  const afterWith = (content: unknown) =>
    `${test === true ? ',"test":true' : ''},"data":${JSON.stringify(content)}}`;
  const after = afterWith(data);
  const bytes = Buffer.byteLength(before) + maxSeqDigits + Buffer.byteLength(after);
  return { before, after: bytes <= maxBodyBytes ? after : afterWith(thin(data)) };
}

const names = ['_id', 'customId', 'user', 'thematics'] as const;

/** The ids of a resource, and its path. */
function thin(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ids = Object.fromEntries(
    names.flatMap((name) => (typeof data[name] === 'string' ? [[name, data[name]]] : [])),
  );
  return { ...ids, truncated: true, href: resourcePath(ids) };
}

function resourcePath(ids: Readonly<Record<string, string>>): string {
  const { customId, user, _id = '' } = ids;
  if (customId !== undefined) return pathOf(getUser, { params: { id: customId } });
  return user === undefined
    ? pathOf(getThematic, { params: { id: _id } })
    : pathOf(getWallets, { params: { id: user } });
}
