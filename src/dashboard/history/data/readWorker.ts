import { textOf } from './readBody.ts';
import { readText } from './readText.ts';

// A thread that reads one long body: its pieces come as bytes, null after the last; the columns go back.
const pieces: Uint8Array[] = [];
self.addEventListener('message', ({ data }: MessageEvent<Uint8Array | null>) => {
  if (data !== null) {
    pieces.push(data);
    return;
  }
  const read = readText(textOf(pieces));
  const columns = read.as === 'history' ? [read.data.times.buffer, read.data.totals.buffer] : [];
  self.postMessage(read, { transfer: columns });
});
