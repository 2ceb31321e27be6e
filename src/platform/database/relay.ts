import { setTimeout as wait } from 'node:timers/promises';

export interface Relay {
  /** Starts a pass soon, such as after a commit; never after the stop. */
  readonly wake: () => void;
  /** Resolves once everything committed before the call is relayed, or a pass failed. */
  readonly settled: () => Promise<void>;
  /** Also relays what a killed process left. */
  readonly begin: () => void;
  /** Stops polling, finishes a pass that was woken, and resolves when none is in progress. */
  readonly stop: () => Promise<void>;
}

export interface RelayOptions {
  /** Relays rows that committed changes left waiting, in one transaction. @returns whether none are left. */
  readonly pass: () => Promise<boolean>;
  readonly hasWaiting: () => Promise<boolean>;
  readonly onPassed?: () => void;
  /** Delay between the wake-up and its pass, so that one pass serves many changes. Default: 0. */
  readonly delayMs?: number;
  /** Line of the log when passes begin to fail. They are repeated. */
  readonly failure: string;
  readonly log: (line: string, error?: unknown) => void;
}

/** Another process may have died before it relayed its rows. */
const pollIntervalMs = 1000;

/**
 * Orders what changes left waiting in their own transactions, so that no change waits for another. Every process relays
 * after its own commits. The pass takes a row lock first, which is the lease: one process at a time, and a killed process
 * loses it with its connection. The process is woken in memory, not by NOTIFY, whose commits wait for each other.
 */
export function createRelay({
  pass,
  hasWaiting,
  onPassed = () => {},
  delayMs = 0,
  failure,
  log,
}: RelayOptions): Relay {
  let passing: Promise<void> | null = null;
  let isWoken = false;
  let isFailing = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let hurry = new AbortController();

  async function passes(): Promise<void> {
    if (delayMs > 0) await wait(delayMs, undefined, { signal: hurry.signal }).catch(() => {});
    while (isWoken) {
      isWoken = false;
      if (!(await pass())) isWoken = true;
      isFailing = false;
      // Another process may have relayed them meanwhile.
      onPassed();
    }
  }

  function start(): void {
    isWoken = true;
    passing ??= passes()
      .catch((error: unknown) => {
        isWoken = false;
        if (!isFailing) log(failure, error);
        isFailing = true;
      })
      .finally(() => {
        passing = null;
        if (isWoken) start();
      });
  }

  function wake(): void {
    if (!isStopped) start();
  }

  async function idle(): Promise<void> {
    if (passing === null) return;
    await passing;
    await idle();
  }

  async function settled(): Promise<void> {
    hurry.abort();
    start();
    await idle();
    hurry = new AbortController();
  }

  async function poll(): Promise<void> {
    if (await hasWaiting()) wake();
  }

  return {
    wake,
    settled,
    begin() {
      isStopped = false;
      start();
      timer ??= setInterval(() => void poll().catch(() => {}), pollIntervalMs).unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      timer = undefined;
      hurry.abort();
      await idle();
    },
  };
}
