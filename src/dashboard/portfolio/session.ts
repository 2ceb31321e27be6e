import {
  hashKey,
  mutationOptions,
  type Query,
  type QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { create } from 'zustand';
import { hasRole, type Session } from '#contract/access.ts';
import {
  createSession,
  deleteSession,
  deleteSessions,
  getSession,
} from '#contract/operations/access.ts';
import { updateUser } from '#contract/operations/users.ts';
import { call } from '../api/client.ts';
import { isUnauthenticated, pollInterval } from '../api/errors.ts';
import { inBackground } from '../api/presence.ts';
import { clearResponseNotes } from '../api/responseNotesStore.ts';
import { type Callable, useWhyNotOffered } from '../api/service.ts';
import { onRefusal, setKnown } from '../api/signIn.ts';
import { forgetRecents } from '../preferences/recents.ts';
import { clearSelectedUsers } from '../preferences/selectedUsers.ts';
import { importForm } from '../url/forms.ts';
import { capabilitiesQuery } from './capabilities.ts';
import { keys } from './queryKeys.ts';

const soonestMs = 5_000;

/** A service without sessions allows everyone all operations. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: ({ signal }) => call(getSession, { headers: inBackground }, signal),
  staleTime: Infinity,
  retry: false,
  refetchOnWindowFocus: 'always',
  // Refetches when the session ends, at the latest.
  refetchInterval: ({ state: { data, error } }) =>
    pollInterval(
      error,
      data?.endsAt != null && Math.max(soonestMs, Date.parse(data.endsAt) - Date.now()),
    ),
});

/** Monitors have no pages. A service without sessions shows them to everyone. */
export const canRead = (session: Session | undefined): boolean =>
  session === undefined || hasRole(session.role, 'analyst');

/** Maximum wait before the first render, for answers that save requests. */
const drawWaitMs = 1_000;

/** Waits for answers that a page can do without. */
export const atMost = (read: Promise<unknown>): Promise<unknown> =>
  Promise.race([read, new Promise((resolve) => setTimeout(resolve, drawWaitMs))]);

/** The session decides whether there is a page. The capabilities decide which requests it omits. */
export function readSession(client: QueryClient): Promise<unknown> {
  const read = async () => {
    await client.prefetchQuery(sessionQuery);
    const session = client.getQueryData(sessionQuery.queryKey);
    if (!canRead(session)) return;
    // Known before the first render, which would otherwise be followed by a second one.
    if (session !== undefined) useVisitor.setState(session, true);
    await client.prefetchQuery(capabilitiesQuery);
  };
  return atMost(read());
}

/**
 * Returns whether the user may call an operation and the service offers it. Other operations are hidden, and the service
 * rejects them anyway.
 */
export function useMayCall(): (operation: Callable) => boolean {
  const whyNotOffered = useWhyNotOffered();
  const { data } = useQuery(sessionQuery);
  const visitor = useVisitor();
  // A form stays open after its session has ended.
  const mine = data?.role ?? visitor?.role ?? null;
  return (operation) => {
    if (whyNotOffered(operation) !== null) return false;
    return data === undefined || hasRole(mine, operation.role);
  };
}

export const useMay = (operation: Callable): boolean => useMayCall()(operation);

/** Holdings are part of a change of a user. A service without imports does not accept them. */
export function useMayState(): boolean {
  const mayCall = useMayCall();
  return mayCall(updateUser) && mayCall(importForm);
}

/** The session that the page is rendered for; null: signed out or not signed in. */
export const useVisitor = create<Session | null>(() => null);

const channelName = 'portfolio.session';

/**
 * Follows sign-ins here and in other tabs. After a sign-in, rejected queries retry. Before the page shows another person
 * anything, it removes all answers for the previous one.
 * @returns a function that stops it.
 */
export function followSession(client: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName);
  const current = () => client.getQueryData(sessionQuery.queryKey);
  const request = () =>
    void client.refetchQueries({ queryKey: keys.session, exact: true }, { cancelRefetch: false });
  let before: Session | undefined;
  const take = () => {
    const now = current();
    if (now === undefined || now === before) return;
    const last = before;
    before = now;
    setKnown(canRead(now));
    if (isSame(last, now)) return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
    channel.postMessage(null);
    if (now.role === null) return;
    const visitor = useVisitor.getState();
    if (!canRead(now)) {
      if (visitor !== null) forgetVisitor(client);
      return;
    }
    if (visitor !== null && !isSamePerson(visitor, now)) {
      forgetAnswers(client);
      for (const query of client.getQueryCache().findAll({ predicate: isAnswer })) query.reset();
      // Waits for the render for the new person, so that queries they may not send are not sent.
      setTimeout(() => void client.refetchQueries({ type: 'active', predicate: isAnswer }));
    } else void client.refetchQueries({ predicate: wasRefused });
    useVisitor.setState(now, true);
  };
  const leaveCache = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.query.queryHash === sessionHash) take();
  });
  const leaveRefusals = onRefusal(request);
  // Someone else signed in or the user signed out in another tab.
  channel.addEventListener('message', request);
  take();
  return () => {
    leaveCache();
    leaveRefusals();
    channel.close();
    useVisitor.setState(null, true);
  };
}

const sessionHash = hashKey(keys.session);
const isAnswer = ({ queryHash }: Query) => queryHash !== sessionHash;
const wasRefused = ({ state }: Query) => isUnauthenticated(state.error);

/** A replaced key with the same name and role belongs to the same person. */
const isSamePerson = (one: Session, other: Session) =>
  one.role === other.role && one.name === other.name && one.open === other.open;

function isSame(one: Session | undefined, other: Session | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return isSamePerson(one, other) && one.endsAt === other.endsAt;
}

function forgetVisitor(client: QueryClient): void {
  useVisitor.setState(null, true);
  client.removeQueries({ predicate: isAnswer });
  forgetAnswers(client);
}

/** Hidden answers are removed. The caller resets visible ones. */
function forgetAnswers(client: QueryClient): void {
  client.removeQueries({ type: 'inactive', predicate: isAnswer });
  client.getMutationCache().clear();
  forgetRecents();
  clearSelectedUsers();
  clearResponseNotes();
}

/** The key must not stay in memory, not even in a mutation's variables. */
export async function startSession(client: QueryClient, key: string): Promise<void> {
  const session = await call(createSession, { body: { key } });
  if (canRead(session)) await atMost(client.prefetchQuery(capabilitiesQuery));
  if (session !== undefined) client.setQueryData(sessionQuery.queryKey, session);
}

export function signOut(client: QueryClient) {
  return mutationOptions({
    mutationFn: (from: 'here' | 'everywhere') => {
      // Prevents requests that the service would reject.
      setKnown(false);
      return call(from === 'here' ? deleteSession : deleteSessions, {});
    },
    onError: () => setKnown(true),
    onSuccess: () => {
      forgetVisitor(client);
      client.setQueryData(sessionQuery.queryKey, (last) =>
        last === undefined ? last : { ...last, role: null, name: null, endsAt: null },
      );
    },
    meta: { failure: 'You are still signed in' },
  });
}
