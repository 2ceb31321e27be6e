import { getPieces, noJson } from '../../shared/api/client.ts';
import { notAsAgreed } from '../../shared/api/unreadable.ts';
import { keepBlocks } from './extremesOf.ts';
import { readBody, type Reader } from './readBody.ts';
import { startThread } from './readerThread.ts';
import type { HistoryData } from './readRecords.ts';

/**
 * Reads a history from the service, of any length. Its errors are those of `call`; a record that cannot be read is none of
 * them, it is counted in the data.
 * @param startReader where long bodies are read; in a thread, where nothing else is said.
 */
export async function loadHistory(
  path: string,
  signal?: AbortSignal,
  startReader: () => Reader = startThread,
): Promise<HistoryData> {
  const asked = { method: 'GET', url: path };
  const read = await readBody(getPieces(path, signal), startReader, signal);
  if (read.as === 'not JSON') throw noJson(read.text, asked);
  if (read.as === 'not a list') throw notAsAgreed(asked, read.fault, read.text);
  keepBlocks(read.blocks);
  return read.data;
}
