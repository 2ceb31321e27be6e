import * as z from 'zod/mini';

/** A message of the stream. */
export const streamMessage = z.object({
  event: z.string(),
  data: z.string(),
  /** The number up to which all was told with this; null until there is one. */
  position: z.nullable(z.string()),
});
export type StreamMessage = z.infer<typeof streamMessage>;

/**
 * Reads messages out of a stream of text, as the HTML standard says of server-sent events, `\r` at the end of a line aside.
 * @returns what takes the next piece of it.
 */
export function messageReader(
  position: string | null,
  hear: (message: StreamMessage) => void,
): (piece: string) => void {
  let rest = '';
  let at = position;
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      let event = 'message';
      const data: string[] = [];
      for (const line of block.split('\n')) {
        const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/u.exec(line) ?? [];
        if (name === 'id') at = value;
        if (name === 'event') event = value;
        if (name === 'data') data.push(value);
      }
      // Nothing but a number is told too: from there it goes on after a break.
      hear({ event: data.length === 0 ? 'position' : event, data: data.join('\n'), position: at });
    }
  };
}
