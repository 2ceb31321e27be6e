import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';

export interface Heard {
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
}

/** Client of `/x/live` that reads only when the test requests the next message. */
export interface Follower {
  readonly response: Response;
  position(): string;
  /** Returns the next message that is not one of `except`. */
  next(...except: string[]): Promise<Heard>;
  events(count: number): Promise<Heard[]>;
  raw(): Promise<string | null>;
  leave(): Promise<void>;
}

const signals = ['tick', 'deliveries'];

export async function follow(answer: Response | Promise<Response>): Promise<Follower> {
  const response = await answer;
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream',
  ]);
  if (response.body === null) throw new Error('The stream has no body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const waiting: Heard[] = [];
  let position = '';
  const parser = createParser({
    onId(id) {
      position = id;
    },
    onEvent({ event = 'message', id = '', data }) {
      waiting.push({ event, id, data: JSON.parse(data) });
    },
  });

  const raw = async () => {
    const { done, value } = await reader.read();
    return done ? null : value;
  };
  const next = async (...except: string[]): Promise<Heard> => {
    for (;;) {
      const message = waiting.shift();
      if (message !== undefined && !except.includes(message.event)) return message;
      if (message !== undefined) continue;
      const chunk = await raw();
      if (chunk === null) throw new Error('The stream ended');
      parser.feed(chunk);
    }
  };
  return {
    response,
    position: () => position,
    next,
    raw,
    async events(count) {
      const heard: Heard[] = [];
      while (heard.length < count) heard.push(await next(...signals));
      return heard;
    },
    leave: () => reader.cancel(),
  };
}
