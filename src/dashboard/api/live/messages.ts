import { createParser } from 'eventsource-parser';
import * as z from 'zod/mini';

/** A message of the stream. */
export const streamMessage = z.object({
  event: z.string(),
  data: z.string(),
  /** The `seq` of the last event that was received with this message; null until there is one. */
  position: z.nullable(z.string()),
});
export type StreamMessage = z.infer<typeof streamMessage>;

/**
 * Reads messages from a stream of text. A position that comes without an event is a message, too: after a break the stream
 * goes on from there.
 * @returns what takes the next chunk of the stream.
 */
export function messageReader(
  known: string | null,
  hear: (message: StreamMessage) => void,
): (chunk: string) => void {
  let position = known;
  let heard = known;
  const parser = createParser({
    onId(id) {
      position = id;
    },
    onEvent({ event = 'message', data }) {
      heard = position;
      hear({ event, data, position });
    },
  });
  return (chunk) => {
    parser.feed(chunk);
    if (position === heard) return;
    heard = position;
    hear({ event: 'position', data: '', position });
  };
}
