import { afterEach } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { createSource, type Source, type SourceOptions } from '#upstream/source/source.ts';
import { openReceiver, type Receiver } from '#test/support/receiver.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

/** A service of nobody's on this machine, which answers `{}` until a test says otherwise. */
export async function openService(): Promise<Receiver & { readonly base: string }> {
  const receiver = await openReceiver();
  receiver.answer = (_, response) => response.end('{}');
  ends.push(() => receiver.close());
  return Object.assign(receiver, { base: new URL(receiver.url).origin });
}

/** A source that has hardly any limits, and whose time a test may set. */
export function openSource(url: string, options: Partial<SourceOptions> = {}): Source {
  const source = createSource({
    url,
    headers: {},
    clock: () => Date.now(),
    elapsed: () => performance.now(),
    limits: { concurrent: 50, perSecond: 1000 },
    ...options,
  });
  ends.push(() => source.close());
  return source;
}

export const byPerson = { priority: 'person', maxAge: 0 } as const;

/** The problem that an attempt ends with. */
export async function problemOfAttempt(attempt: Promise<unknown>): Promise<Problem> {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Problem) return error;
  throw new Error('No problem came', { cause: error });
}
