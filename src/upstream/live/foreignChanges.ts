import { createHash, timingSafeEqual } from 'node:crypto';
import { hour, minute } from '#contract/historyType.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { formatTime } from '#contract/time.ts';
import type { UpstreamLive } from '#contract/upstreamState.ts';
import type { Log } from '#platform/http/errors.ts';
import { problem, Problem, rateLimited } from '#platform/http/problem.ts';
import { forgetNamed, isTrusted } from './hints.ts';
import { createMessageWatch, type MessageWatch } from './messageWatch.ts';
import {
  createRegistration,
  hookSecretOf,
  isHookOf,
  type Registration,
  type RegistrationOptions,
} from './registration.ts';
import { withoutHookSecret } from '../source/scrub.ts';
import { createSequences } from '../source/sequences.ts';

export interface ForeignChangesOptions extends RegistrationOptions {
  /** An address at which the service can reach this process, or null. */
  readonly publicUrl: string | null;
  readonly market: { change(): void; readonly tickSeconds: number };
  /** Called with the changed user, or with null if any user may have changed. */
  readonly onUser: (customId: string | null) => void;
  readonly clients: () => number;
  readonly log: Log;
}

/** Detects changes at the connected service through messages to our webhook and by polling. */
export interface ForeignChanges {
  /** Starts in the background. */
  begin(): void;
  view(): UpstreamLive;
  /** Recognizes the address of our webhook, with or without its secret. */
  isOwn(url: string): boolean;
  answers(): void;
  /** Compares answers to find changes for which no message arrived. */
  readonly watch: MessageWatch;
  /** Handles a message. It is a change notice only; its data is never used. */
  receive(secret: string, body: string, headers: Readonly<Record<string, string>>): void;
  register(): Promise<void>;
  unregister(): Promise<void>;
  /** Leaves the webhook registered. */
  stop(): void;
}

/** Retry interval of a failed registration. A successful one is checked every hour. */
const retryMs = minute;
/** Messages, and attempts with a wrong secret, per minute. More get 429. */
const maxMessages = 1200;
const maxTries = 60;

export function createForeignChanges(options: ForeignChangesOptions): ForeignChanges {
  const { source, market, publicUrl, clock, log, clients, onUser } = options;
  const { tickSeconds } = market;
  const store = createRegistration(options);
  let registration: Registration | null = null;
  /** As stored before it was sent. The service may know this address even if the registration failed. */
  let kept: Registration | null = null;
  /** Why there is no webhook, in sentences. */
  let why = 'Our webhook is being registered.';
  let nextTryAt = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let isStopped = false;
  const inSequence = createSequences();
  const watch = createMessageWatch(clock);
  const messages = createRate(clock, maxMessages);
  const tries = createRate(clock, maxTries);

  // Totals move with prices, which the service need not announce. So pages refresh in any case.
  const timer = setInterval(tick, tickSeconds * 1000).unref();

  function tick(): void {
    market.change();
    // The status bar shows the age of the last answer even on a page without data of the service.
    if (clients() > 0) {
      source.read(getThematics.path, { priority: 'background' }).catch(() => {});
    }
    if (clock() >= nextTryAt) ensure();
  }

  /** Two simultaneous registrations would leave one behind. */
  const inTurn = <Result>(work: () => Promise<Result>) => inSequence('registration', work);

  /** Registers our webhook, unless a person removed it. */
  function ensure(): void {
    if (publicUrl === null || isStopped) return;
    nextTryAt = clock() + retryMs;
    inTurn(async () => {
      kept = await store.read();
      if (kept?.isOff === true) why = 'Our webhook was removed from the service.';
      else await put(publicUrl);
    }).catch((error: unknown) => {
      if (!isStopped && !(error instanceof Problem)) log('The webhook could not be stored', error);
    });
  }

  async function put(ours: string): Promise<void> {
    if (isStopped) return;
    try {
      registration = await store.register(ours);
      hasFailed = false;
      nextTryAt = clock() + hour;
    } catch (error) {
      if (error instanceof Problem) {
        registration = null;
        kept = await store.read();
        hasFailed = true;
        why = `Our webhook could not be registered. ${error.message}`;
        // A rejected registration would be rejected again in a minute.
        if (error.code === 'upstream-rejected') nextTryAt = clock() + hour;
      }
      throw error;
    }
  }

  function stateOf(): Pick<UpstreamLive, 'by' | 'why'> {
    if (publicUrl === null) {
      return {
        by: 'polling',
        why: 'To receive changes at once, set PUBLIC_URL to an address where the service can reach this process.',
      };
    }
    if (registration === null) return { by: 'polling', why };
    if (watch.unannounced !== null) {
      return {
        by: 'polling',
        why: 'Our webhook is registered, but data changed without a message: check that the service sends messages and can reach PUBLIC_URL.',
      };
    }
    return watch.lastMessageAt === null
      ? { by: 'polling', why: 'Our webhook is registered; no message has arrived yet.' }
      : {
          by: 'webhooks',
          why: 'Messages arrive, one for each change that was read.',
        };
  }

  return {
    begin: ensure,
    view: () => ({
      ...stateOf(),
      tickSeconds,
      canRegister: publicUrl !== null,
      registration: registration && {
        url: withoutHookSecret(registration.url),
        types: [...registration.types],
        registeredAt: formatTime(registration.registeredAt),
        isSigned: registration.secrets.length > 0,
      },
      lastMessageAt: watch.lastMessageAt === null ? null : formatTime(watch.lastMessageAt),
      unannounced: watch.unannounced && {
        what: watch.unannounced.what,
        readAt: formatTime(watch.unannounced.readAt),
      },
    }),
    watch,
    isOwn: (url) => publicUrl !== null && isHookOf(publicUrl, url),
    answers() {
      if (hasFailed) ensure();
    },
    receive(secret, body, headers) {
      const own = registration ?? kept;
      if (own === null || own.isOff || !isSame(secret, hookSecretOf(own.url))) {
        tries.add();
        throw problem('route-not-found', 'No webhook of ours has this address.');
      }
      messages.add();
      if (!isTrusted(body, headers, own.secrets)) {
        throw problem(
          'unauthenticated',
          'The signature does not match this message, or is too old.',
        );
      }
      watch.noteMessage();
      const users = forgetNamed(source, body);
      if (users.size === 0) onUser(null);
      for (const customId of users) onUser(customId);
      market.change();
    },
    register: () =>
      inTurn(async () => {
        if (publicUrl === null) throw problem('not-offered', stateOf().why);
        await put(publicUrl);
      }),
    unregister: () =>
      inTurn(async () => {
        await store.unregister();
        registration = null;
        kept = null;
        watch.reset();
        why = 'Our webhook was removed from the service.';
      }),
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

const hash = (text: string) => createHash('sha256').update(text).digest();

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash(one), hash(other));
}

/** Throws 429 for more than this number within a minute. */
function createRate(clock: () => number, limit: number) {
  let endsAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return {
    add(): void {
      if (clock() >= endsAt) {
        endsAt = clock() + minute;
        count = 0;
      }
      count += 1;
      if (count <= limit) return;
      const seconds = Math.max(1, Math.ceil((endsAt - clock()) / 1000));
      throw rateLimited(`More than ${limit} a minute.`, seconds);
    },
  };
}
