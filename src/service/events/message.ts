import { eventDescriptions, type EventData, type EventType } from '#contract/events.ts';
import type { EventSubject } from '#contract/live.ts';
import { pathOf } from '#contract/operation.ts';
import { getEndpoint } from '#contract/operations/endpoints.ts';
import { getThematic, getThematics } from '#contract/operations/thematics.ts';
import { getUser, getUsers } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { formatTime } from '#contract/time.ts';

export type NewEvent<Type extends EventType = EventType> = {
  [Each in Type]: EventOf<Each>;
}[Type];

interface EventOf<Type extends EventType> {
  readonly type: Type;
  /** Id of the resource: a customId, a wallet's or a thematic's _id. */
  readonly subject: string;
  /** The resource as displayed by the interface, with the changed fields' `previous` values. */
  readonly data: EventData<Type>;
  /** A test for a receiver, not an event of the service. */
  readonly test?: true;
}

export function exampleEvent<Type extends EventType>(type: Type, subject: string): NewEvent<Type> {
  return { type, subject, data: eventDescriptions[type].example };
}

/** A larger message has only ids, and the path of the resource. */
const maxBodyBytes = 20_000;
const maxSeqDigits = 16;

/** A message in two parts, before and after its `seq`, which the database assigns. */
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
  return {
    before,
    after: bytes <= maxBodyBytes ? after : afterWith(thin(eventDescriptions[type].of, data)),
  };
}

const names = ['_id', 'customId', 'user', 'thematics'] as const;
type Ids = Partial<Record<(typeof names)[number], string>>;

/** Only the ids of a resource, and its path. */
function thin(of: EventSubject, data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ids: Ids = Object.fromEntries(
    names.flatMap((name) => (typeof data[name] === 'string' ? [[name, data[name]]] : [])),
  );
  return { ...ids, truncated: true, href: pathBySubject[of](ids) };
}

const pathBySubject: Record<EventSubject, (ids: Ids) => string> = {
  user: ({ customId = '' }) => pathOf(getUser, { params: { id: customId } }),
  wallet: ({ user = '' }) => pathOf(getWallets, { params: { id: user } }),
  wallets: () => pathOf(getUsers, {}),
  thematic: ({ _id = '' }) => pathOf(getThematic, { params: { id: _id } }),
  thematics: () => pathOf(getThematics, {}),
  endpoint: ({ _id = '' }) => pathOf(getEndpoint, { params: { id: _id } }),
};
