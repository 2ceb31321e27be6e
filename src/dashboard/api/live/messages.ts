import { createParser } from 'eventsource-parser';
import * as z from 'zod/mini';

export const streamMessage = z.object({
  event: z.string(),
  data: z.string(),
  /** The latest `seq` with this message; null before the first. */
  position: z.nullable(z.string()),
});
export type StreamMessage = z.infer<typeof streamMessage>;

/**
 * Parses messages from a stream of text. A position without an event is a message too: a reconnect resumes there.
 * @returns a function for the next chunk of the stream.
 */
export function messageReader(
  known: string | null,
  onMessage: (message: StreamMessage) => void,
): (chunk: string) => void {
  let position = known;
  let heard = known;
  const parser = createParser({
    onId(id) {
      position = id;
    },
    onEvent({ event = 'message', data }) {
      heard = position;
      onMessage({ event, data, position });
    },
  });
  return (chunk) => {
    parser.feed(chunk);
    if (position === heard) return;
    heard = position;
    onMessage({ event: 'position', data: '', position });
  };
}
