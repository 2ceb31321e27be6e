import { asc } from 'drizzle-orm';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { createUser, getUser, putUser, updateUser } from '#contract/operations/users.ts';
import {
  getFullUserHistory,
  getFullWalletHistory,
  getUserHistory,
  getWalletHistory,
  getWallets,
} from '#contract/operations/wallets.ts';
import { type InputOf, pathOf, type PathInput } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import {
  problemCodes,
  problemDetails,
  problemMediaType,
  type ProblemCode,
  type ProblemDetails,
} from '#contract/problem.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { events } from '#platform/database/schema/webhooks.ts';
import type { TestService } from './service.ts';
import { pathTo } from './pathTo.ts';
import {
  directoryPage,
  type DirectoryRow,
  user,
  type User,
  walletList,
  type Wallet,
  history,
  type History,
} from './embedded.ts';

/** Returns the body of an answer, which must have the status and match the schema. */
export async function answerOf<Schema extends z.core.$ZodType>(
  response: Response | Promise<Response>,
  schema: Schema,
  status = 200,
): Promise<z.output<Schema>> {
  const settled = await response;
  const text = await settled.text();
  expect({ status: settled.status, text }).toMatchObject({ status });
  expect(settled.headers.get('content-type')).toMatch(/^application\/json(;|$)/);
  return z.parse(schema, JSON.parse(text));
}

export async function problemOf(
  response: Response | Promise<Response>,
  code: ProblemCode,
): Promise<ProblemDetails> {
  const settled = await response;
  const text = await settled.text();
  expect({ text, type: settled.headers.get('content-type') }).toMatchObject({
    type: problemMediaType,
  });
  const problem = problemDetails.parse(JSON.parse(text));
  const [status, title] = problemCodes[code];
  expect({ ...problem, sent: settled.status }).toMatchObject({ code, status, title, sent: status });
  expect(problem.type).toBe(`/p/docs#problem-${code}`);
  expect(settled.headers.get('cache-control')).toBe('no-store');
  return problem;
}

/** Creates a user. Its event is numbered, and its deliveries exist. */
export async function makeUser(
  { call, dependencies }: TestService,
  customId: string,
): Promise<User> {
  const made = await answerOf(call('PUT', createUser.path, { customId }), user, 201);
  await dependencies.events.eventsRelayed();
  return made;
}

export function createWith(
  { call }: TestService,
  customId: string,
  content: InputOf<typeof putUser>['body'],
): Promise<User> {
  return answerOf(call('PUT', pathTo(putUser, customId), content), user, 201);
}

/** Sends a change of a user. `patch` becomes the text `json`. */
export function change(
  { call }: TestService,
  customId: string,
  patch: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return call('POST', pathTo(updateUser, customId), { json: JSON.stringify(patch) }, headers);
}

export function changed(service: TestService, customId: string, patch: unknown): Promise<User> {
  return answerOf(change(service, customId, patch), user);
}

export function stated(
  service: TestService,
  customId: string,
  ...wallets: readonly Record<string, unknown>[]
): Promise<User> {
  return changed(service, customId, { wallets });
}

export function readUser({ call }: TestService, customId: string): Promise<User> {
  return answerOf(call('GET', pathTo(getUser, customId)), user);
}

export function readWallets({ call }: TestService, customId: string): Promise<Wallet[]> {
  return answerOf(call('GET', pathTo(getWallets, customId)), walletList);
}

export function readHistory(
  { call }: TestService,
  customId: string,
  type?: HistoryType,
  thematic?: string,
): Promise<History> {
  const ofUser = () =>
    type === undefined
      ? pathTo(getFullUserHistory, customId)
      : pathTo(getUserHistory, customId, type);
  const ofWallet = (id: string) =>
    type === undefined
      ? pathTo(getFullWalletHistory, customId, id)
      : pathTo(getWalletHistory, customId, id, type);
  const path = thematic === undefined ? ofUser() : ofWallet(thematic);
  return answerOf(call('GET', path), history);
}

/** Returns every stored event, in order of commits. */
export async function readEvents({ database, dependencies }: TestService) {
  await dependencies.events.eventsRelayed();
  const rows = await database.queries.select().from(events).orderBy(asc(events.seq));
  return rows.map((row) => {
    const { data }: { data: Record<string, unknown> } = JSON.parse(row.body);
    return { ...row, data };
  });
}

export async function readDirectory(
  { call }: TestService,
  query: PathInput<typeof getDirectory>['query'] = {},
): Promise<DirectoryRow[]> {
  const rows: DirectoryRow[] = [];
  for (;;) {
    const path = pathOf(getDirectory, { query: { ...query, offset: rows.length, limit: 500 } });
    const answer = await answerOf(call('GET', path), directoryPage);
    rows.push(...answer.rows);
    if (answer.rows.length === 0 || rows.length >= answer.count) return rows;
  }
}
