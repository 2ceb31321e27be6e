import { expect } from 'vitest';

/** A message of `/x/live` as it came. */
export interface Told {
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
}

/** One who reads `/x/live`, as slowly as the test asks for the next. */
export interface Follower {
  readonly response: Response;
  /** The last number that came. */
  position(): string;
  /** The next message that is none of `except`. */
  next(...except: string[]): Promise<Told>;
  /** The next so many events of the service. */
  events(count: number): Promise<Told[]>;
  /** The next piece as it comes. */
  raw(): Promise<string | null>;
  leave(): Promise<void>;
}

const signals = ['tick', 'deliveries'];

/** Follows what a request to `/x/live` is answered with. */
export async function follow(answer: Response | Promise<Response>): Promise<Follower> {
  const response = await answer;
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream',
  ]);
  if (response.body === null) throw new Error('The stream has no body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const waiting: Told[] = [];
  let rest = '';
  let position = '';

  const raw = async () => {
    const { done, value } = await reader.read();
    return done ? null : value;
  };
  const next = async (...except: string[]): Promise<Told> => {
    for (;;) {
      const told = waiting.shift();
      if (told !== undefined && !except.includes(told.event)) return told;
      if (told !== undefined) continue;
      const piece = await raw();
      if (piece === null) throw new Error('The stream ended');
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => {
            const colon = line.indexOf(': ');
            return [line.slice(0, colon), line.slice(colon + 2)] as const;
          }),
        );
        position = fields.get('id') ?? position;
        const data = fields.get('data');
        if (data === undefined) continue;
        waiting.push({
          event: fields.get('event') ?? 'message',
          id: fields.get('id') ?? '',
          data: JSON.parse(data),
        });
      }
    }
  };
  return {
    response,
    position: () => position,
    next,
    raw,
    async events(count) {
      const told: Told[] = [];
      while (told.length < count) told.push(await next(...signals));
      return told;
    },
    leave: () => reader.cancel(),
  };
}
