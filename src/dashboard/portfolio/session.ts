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
import { isUnauthenticated, NetworkError } from '../api/errors.ts';
import { inBackground } from '../api/presence.ts';
import { clearResponseNotes } from '../api/responseNotesStore.ts';
import { type Callable, useWhyNotOffered } from '../api/service.ts';
import { onRefusal, setKnown } from '../api/signIn.ts';
import { forgetRecents } from '../preferences/recents.ts';
import { importForm } from '../url/forms.ts';
import { capabilitiesQuery } from './capabilities.ts';
import { keys } from './queryKeys.ts';

const soonestMs = 5_000;
const outageMs = 10_000;

/** Who is signed in. A service that does not say so lets everyone do what it does. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: ({ signal }) => call(getSession, { headers: inBackground }, signal),
  staleTime: Infinity,
  retry: false,
  refetchOnWindowFocus: 'always',
  // When it ends at the latest.
  refetchInterval: ({ state: { data, error } }) => {
    if (error instanceof NetworkError) return outageMs;
    return data?.endsAt == null ? false : Math.max(soonestMs, Date.parse(data.endsAt) - Date.now());
  },
});

/** Whether there are pages for somebody: not for a monitor. A service that has no sessions shows them to everyone. */
export const canRead = (session: Session | undefined): boolean =>
  session === undefined || hasRole(session.role, 'analyst');

/** So long a page that is to be drawn waits for what it would request less by. */
const drawWaitMs = 1_000;

/** A slow answer holds up nothing. */
const atMost = (read: Promise<unknown>): Promise<unknown> =>
  Promise.race([read, new Promise((resolve) => setTimeout(resolve, drawWaitMs))]);

/** Who is signed in and what the service offers them: whether there is a page, and what it does not request. */
export function readSession(client: QueryClient): Promise<unknown> {
  const read = async () => {
    await client.prefetchQuery(sessionQuery);
    if (canRead(client.getQueryData(sessionQuery.queryKey))) {
      await client.prefetchQuery(capabilitiesQuery);
    }
  };
  return atMost(read());
}

/** Which operations who is signed in may call and the service offers; others are not shown. The service refuses them anyway. */
export function useMayCall(): (operation: Callable) => boolean {
  const whyNotOffered = useWhyNotOffered();
  const { data } = useQuery(sessionQuery);
  const visitor = useVisitor();
  // A form stays while its session has ended.
  const mine = data?.role ?? visitor?.role ?? null;
  return (operation) => {
    if (whyNotOffered(operation) !== null) return false;
    return data === undefined || hasRole(mine, operation.role);
  };
}

export const useMay = (operation: Callable): boolean => useMayCall()(operation);

/** Holdings are stated in a change of a user. Which service takes them nowhere else, in an import, does not take them there. */
export function useMayState(): boolean {
  const mayCall = useMayCall();
  return mayCall(updateUser) && mayCall(importForm);
}

/** For whom the page is drawn; null: for nobody, since they signed out or have not signed in. */
export const useVisitor = create<Session | null>(() => null);

const channelName = 'portfolio.session';

/**
 * Keeps to who is signed in, here and in other tabs: what failed because nobody was is requested again, and before somebody
 * else is shown anything, all that was read for the one before is forgotten.
 * @returns what ends it.
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
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, it is of this origin
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
      // Once the page is drawn for who is here now: what they may not see is not requested.
      setTimeout(() => void client.refetchQueries({ type: 'active', predicate: isAnswer }));
    } else void client.refetchQueries({ predicate: wasRefused });
    useVisitor.setState(now, true);
  };
  const leaveCache = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.query.queryHash === sessionHash) take();
  });
  const leaveRefusals = onRefusal(request);
  // Another tab has somebody else, or nobody any more.
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

/** A key that replaces another, of the same name and role, is the same person's. */
const isSamePerson = (one: Session, other: Session) =>
  one.role === other.role && one.name === other.name && one.open === other.open;

function isSame(one: Session | undefined, other: Session | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return isSamePerson(one, other) && one.endsAt === other.endsAt;
}

/** Drops the page and all that was read for it. */
function forgetVisitor(client: QueryClient): void {
  useVisitor.setState(null, true);
  client.removeQueries({ predicate: isAnswer });
  forgetAnswers(client);
}

/** Drops all that was read and is not shown, and what was changed, for who was here before. */
function forgetAnswers(client: QueryClient): void {
  client.removeQueries({ type: 'inactive', predicate: isAnswer });
  client.getMutationCache().clear();
  forgetRecents();
  clearResponseNotes();
}

/** Signs in. Nothing may keep the key: not in a mutation's variables either. */
export async function startSession(client: QueryClient, key: string): Promise<void> {
  const session = await call(createSession, { body: { key } });
  if (canRead(session)) await atMost(client.prefetchQuery(capabilitiesQuery));
  if (session !== undefined) client.setQueryData(sessionQuery.queryKey, session);
}

/** Ends the session of this browser, or all of who is signed in, and forgets what was read. */
export function signOut(client: QueryClient) {
  return mutationOptions({
    mutationFn: (from: 'here' | 'everywhere') => {
      // From now on nothing is requested that would be refused.
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
