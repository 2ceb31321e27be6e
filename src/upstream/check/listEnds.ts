import { isHistoryType } from '#contract/historyType.ts';
import { incompleteText, type IncompleteList } from '#contract/incompleteList.ts';
import { inOneGo } from '#directory/slices.ts';
import { continuationOf } from '../reading/continuation.ts';
import { lists, pageOf } from '../reading/lists.ts';
import { pageHeadersOf, type ForeignPage } from '../reading/pagePlaces.ts';
import type { Continuation } from '../reading/read.ts';
import { readHistoryPage } from '../reading/readHistory.ts';
import { createTally } from '../reading/tally.ts';
import type { Exchange } from './exchanges.ts';

const listOf = {
  getUsers: lists.users,
  getWallets: lists.wallets,
  getThematics: lists.thematics,
  getWebhooks: lists.webhooks,
} as const;

const isList = (call: string): call is keyof typeof listOf => Object.hasOwn(listOf, call);

function pageIn({ call, params: { historyType } }: Exchange, json: unknown): ForeignPage {
  if (isList(call)) return pageOf(json, listOf[call]);
  return inOneGo(readHistoryPage(json, isHistoryType(historyType) ? historyType : null, 0)).page;
}

/** Returns the next page of an answer, and why the list or history cannot be completed if so. */
export function endOf(exchange: Exchange): {
  readonly next: Continuation;
  readonly incomplete: string | null;
} {
  const { answer } = exchange;
  if (answer === null) return { next: null, incomplete: null };
  const page = pageIn(exchange, answer.json);
  const origin = { address: answer.address, ...pageHeadersOf(answer.headers) };
  const tally = createTally();
  tally.add(page, origin);
  const position = tally.position();
  const next = continuationOf(page, origin, position);
  const isShort = position.reported !== null && position.reported > position.read;
  const kind = typeof next === 'string' ? next : next === null && isShort ? 'fewer' : null;
  return { next, incomplete: kind === null ? null : textOf(kind, page, position, isShort) };
}

function textOf(
  kind: IncompleteList['kind'],
  { what }: ForeignPage,
  { read, reported }: ReturnType<ReturnType<typeof createTally>['position']>,
  isShort: boolean,
): string {
  const text = incompleteText({ kind, what, read, reported: isShort ? reported : null });
  return text.replace(/\.$/, '');
}
