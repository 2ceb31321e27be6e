import { type BodyRead, readBody } from './readRecords.ts';

// Receives one long body in chunks (null after the last), and returns its columns.
const chunks: Uint8Array<ArrayBuffer>[] = [];
self.addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | null>) => {
  if (data !== null) {
    chunks.push(data);
    return;
  }
  const read = readBody(chunks);
  self.postMessage(read, { transfer: read.as === 'history' ? buffersOf(read) : [] });
});

function buffersOf({ data }: BodyRead & { readonly as: 'history' }): ArrayBuffer[] {
  const { lowest, highest, gaps } = data.blocks;
  return [data.times, data.totals, lowest, highest, gaps].map(({ buffer }) => buffer);
}
