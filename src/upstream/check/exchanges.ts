import { filledPath } from '#contract/operation.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { isHistoryType } from '#contract/historyType.ts';
import { operations } from '#contract/operations/operations.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Read } from '../reading/read.ts';
import { readError } from '../reading/readError.ts';
import { readHistory } from '../reading/readHistory.ts';
import { readThematic, readThematicList } from '../reading/readThematics.ts';
import { readUserList } from '../reading/readUserList.ts';
import { readUser } from '../reading/readUsers.ts';
import { readWalletList } from '../reading/readWallets.ts';
import { readWebhookList } from '../reading/readWebhooks.ts';
import { bodyProblem, statusProblem } from '../source/faults.ts';
import type { Inspected } from '../source/requests.ts';
import type { Source } from '../source/source.ts';

/** The calls of the interface that read, by name. */
export const reads = [
  'getUsers',
  'getUser',
  'getWallets',
  'getFullUserHistory',
  'getUserHistory',
  'getFullWalletHistory',
  'getWalletHistory',
  'getThematics',
  'getThematic',
  'getFullThematicHistory',
  'getThematicHistory',
  'getWebhooks',
] as const;
export type ReadCall = (typeof reads)[number];

export const writes = ['createUser', 'updateUser', 'putWebhook', 'removeWebhook'] as const;
export type WriteCall = (typeof writes)[number];

export type CallName = ReadCall | WriteCall;

export const labelOf = (call: CallName) => `${operations[call].method} ${operations[call].path}`;

/** Purpose of a request. `sample` requests existing data; each other purpose expects its own answer. */
export type Purpose =
  | 'sample'
  | 'second page'
  | 'unknown user'
  | 'unknown user with an awkward id'
  | 'unknown thematic'
  | 'unknown thematic with an awkward id'
  | 'unknown history type'
  | 'new user'
  | 'create'
  | 'create again'
  | 'update'
  | 'replace'
  | 'refused update'
  | 'register'
  | 'registered'
  | 'remove'
  | 'removed'
  | 'remove again';

export type Params = Partial<Record<'id' | 'thematicId' | 'historyType', string | undefined>>;

export interface Exchange {
  readonly call: CallName;
  readonly purpose: Purpose;
  readonly params: Params;
  readonly path: string;
  readonly answer: Inspected | null;
  /** Why the answer is not a success with JSON, in a sentence; null if it is. */
  readonly fault: string | null;
  /** The service's own error message; null if the answer is not an error. */
  readonly words: string | null;
  readonly read: Read<unknown> | null;
}

export interface Wanted {
  readonly call: CallName;
  readonly purpose: Purpose;
  readonly params?: Params;
  readonly body?: unknown;
  /** Full address of a further page. */
  readonly address?: string;
}

/** After this many consecutive requests without an answer, the check ends. */
const maxUnanswered = 5;

export class GoneError extends Error {
  override readonly name = 'GoneError';
}

export function createExchanges(source: Source, clock: () => number) {
  const all: Exchange[] = [];
  let unanswered = 0;

  async function send(wanted: Wanted): Promise<Exchange> {
    const { call, purpose, params = {}, body, address } = wanted;
    const operation = operations[call];
    const path = address ?? filledPath(operation, params);
    const common = { call, purpose, params, path: address === undefined ? path : 'next page' };
    let exchange: Exchange;
    try {
      const answer = await source.inspect(operation.method, path, body);
      unanswered = 0;
      const fault = faultOf(answer, call, source);
      const isRead = fault === null && isReadCall(call);
      const read = isRead ? readers[call](answer.json, params, clock()) : null;
      const isError = answer.status >= 400;
      const words = isError
        ? source.scrub(readError(answer.status, answer.statusText, answer.text))
        : null;
      exchange = { ...common, answer, fault, words, read };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      unanswered += 1;
      const isGone = all.every((one) => one.answer === null) || unanswered >= maxUnanswered;
      exchange = { ...common, answer: null, fault: error.message, words: null, read: null };
      all.push(exchange);
      // A single list without an answer does not end the check.
      if (isGone && all.length >= minTried) throw new GoneError(error.message, { cause: error });
      return exchange;
    }
    all.push(exchange);
    return exchange;
  }

  return { all: all as readonly Exchange[], send };
}

const minTried = 3;

export type Exchanges = ReturnType<typeof createExchanges>;

export function isReadCall(call: CallName): call is ReadCall {
  return reads.some((one) => one === call);
}

function faultOf(answer: Inspected, call: CallName, source: Source): string | null {
  const { status, statusText, text, json } = answer;
  if (status < 200 || status > 299) {
    const words = source.scrub(readError(status, statusText, text));
    return statusProblem(answer, labelOf(call), words).message;
  }
  return json === undefined && isReadCall(call) ? bodyProblem(text, labelOf(call)).message : null;
}

function typeOf({ historyType }: Params): HistoryType | null {
  return isHistoryType(historyType) ? historyType : null;
}

const history = (json: unknown, params: Params, now: number) =>
  readHistory(json, typeOf(params), now);

const readers: Readonly<
  Record<ReadCall, (json: unknown, params: Params, now: number) => Read<unknown>>
> = {
  getUsers: readUserList,
  getUser: (json, { id = '' }) => readUser(json, id),
  getWallets: readWalletList,
  getFullUserHistory: history,
  getUserHistory: history,
  getFullWalletHistory: history,
  getWalletHistory: history,
  getThematics: readThematicList,
  getThematic: (json, { id = '' }) => readThematic(json, id),
  getFullThematicHistory: history,
  getThematicHistory: history,
  getWebhooks: readWebhookList,
};
