import { createHash, timingSafeEqual } from 'node:crypto';
import { hour, minute } from '#contract/historyType.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { formatTime } from '#contract/time.ts';
import type { UpstreamLive } from '#contract/upstreamState.ts';
import type { Log } from '#platform/http/errors.ts';
import { problem, Problem } from '#platform/http/problem.ts';
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
  /** Where the service reaches this process; null: nowhere. */
  readonly publicUrl: string | null;
  readonly market: { change(): void; readonly tickSeconds: number };
  /** A user changed there or, with null, anybody may have. */
  readonly onUser: (customId: string | null) => void;
  /** People who look at pages. */
  readonly clients: () => number;
  readonly log: Log;
}

/** Finds out that something changed at the other service: by messages to our webhook there, and by reading again. */
export interface ForeignChanges {
  /** Begins; nothing waits for it. */
  begin(): void;
  view(): UpstreamLive;
  /** Whether an address there is that of our webhook, with its secret or without. */
  isOwn(url: string): boolean;
  /** The service answers again. */
  answers(): void;
  /** Takes what is read: it may have changed without a message. */
  readonly watch: MessageWatch;
  /** Takes a message: a hint to read again, never data. */
  receive(secret: string, body: string, headers: Readonly<Record<string, string>>): void;
  register(): Promise<void>;
  unregister(): Promise<void>;
  /** Ends it. The webhook stays registered. */
  stop(): void;
}

/** Until our webhook is there; and then how often it is made sure that it still is. */
const retryMs = minute;
/** Messages a minute, and tries with another secret: further ones get 429. */
const maxMessages = 1200;
const maxTries = 60;

export function createForeignChanges(options: ForeignChangesOptions): ForeignChanges {
  const { source, market, publicUrl, clock, log, clients, onUser } = options;
  const { tickSeconds } = market;
  const store = createRegistration(options);
  let registration: Registration | null = null;
  /** As it was kept before it was sent: whoever knows its address has it from us, registered or not. */
  let kept: Registration | null = null;
  /** Why there is none, in sentences. */
  let why = 'Our webhook is being registered.';
  let nextTryAt = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let isStopped = false;
  const inSequence = createSequences();
  const watch = createMessageWatch(clock);
  const messages = createRate(clock, maxMessages);
  const tries = createRate(clock, maxTries);

  // Totals move with prices, of which no message need be sent: what is shown is read again in any case.
  const timer = setInterval(tick, tickSeconds * 1000).unref();

  function tick(): void {
    market.change();
    // A page may show nothing of the service: its bar says all the same how old the last answer is.
    if (clients() > 0) {
      source.read(getThematics.path, { priority: 'background' }).catch(() => {});
    }
    if (clock() >= nextTryAt) ensure();
  }

  /** One after another: two registrations at once would leave one behind. */
  const inTurn = <Result>(work: () => Promise<Result>) => inSequence('registration', work);

  /** Registers our webhook, unless somebody removed it. */
  function ensure(): void {
    if (publicUrl === null || isStopped) return;
    nextTryAt = clock() + retryMs;
    inTurn(async () => {
      kept = await store.read();
      if (kept?.isOff === true) why = 'Our webhook was removed from it.';
      else await put(publicUrl);
    }).catch((error: unknown) => {
      if (!isStopped && !(error instanceof Problem)) log('The webhook could not be kept', error);
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
        // What it refuses it will refuse in a minute too.
        if (error.code === 'upstream-rejected') nextTryAt = clock() + hour;
      }
      throw error;
    }
  }

  function stateOf(): Pick<UpstreamLive, 'by' | 'why'> {
    if (publicUrl === null) {
      return {
        by: 'polling',
        why: 'Set PUBLIC_URL to an address where the service reaches this process, and it sends its changes at once.',
      };
    }
    if (registration === null) return { by: 'polling', why };
    if (watch.unannounced !== null) {
      return {
        by: 'polling',
        why: 'Our webhook is registered, but no message came of a change that was read: check that the service sends them, and reaches PUBLIC_URL.',
      };
    }
    return watch.lastMessageAt === null
      ? { by: 'polling', why: 'Our webhook is registered; no message came yet.' }
      : {
          by: 'webhooks',
          why: 'Messages came, and nothing was read that had changed without one.',
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
        throw problem('unauthenticated', 'The signature is not of this message, or too old.');
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
        why = 'Our webhook was removed from it.';
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

/** Refuses more than a number within a minute. */
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
      throw problem('rate-limited', `More than ${limit} a minute. Try again in ${seconds} s.`, {
        headers: { 'Retry-After': String(seconds) },
      });
    },
  };
}
