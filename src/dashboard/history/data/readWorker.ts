import { type BodyRead, startText } from './readText.ts';

// A thread that reads one long body as it comes: its pieces are bytes, null after the last; the columns go back.
const text = startText();
self.addEventListener('message', ({ data }: MessageEvent<Uint8Array | null>) => {
  if (data !== null) {
    text.take(data);
    return;
  }
  const read = text.finish();
  self.postMessage(read, { transfer: read.as === 'history' ? columnsOf(read) : [] });
});

function columnsOf({ data, blocks }: BodyRead & { readonly as: 'history' }): ArrayBuffer[] {
  const { lowest, highest, gaps } = blocks;
  return [data.times, data.totals, lowest, highest, gaps].map(({ buffer }) => buffer);
}
