import { startText } from './readText.ts';

// A thread that reads one long body as it comes: its pieces are bytes, null after the last; the columns go back.
const text = startText();
self.addEventListener('message', ({ data }: MessageEvent<Uint8Array | null>) => {
  if (data !== null) {
    text.take(data);
    return;
  }
  const read = text.finish();
  const columns = read.as === 'history' ? [read.data.times.buffer, read.data.totals.buffer] : [];
  self.postMessage(read, { transfer: columns });
});
