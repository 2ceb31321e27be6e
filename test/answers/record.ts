import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { recordDefinitions, recordHoldings, recordImports } from './changes.ts';
import {
  mainDialect,
  otherDialects,
  recordConnected,
  recordDialect,
  recordOutage,
  serveDialect,
} from './connectedSeries.ts';
import { createRecorder, RecordingFull } from './recorder.ts';
import { recordRoles } from './roles.ts';
import { idsIn, knownAt, recordOddRequests, recordReads } from './series.ts';
import { startRecorded } from './startRecorded.ts';
import { recordWebhooks } from './webhookChanges.ts';

export interface RecordOptions {
  /** Folder of the product: its commit is recorded. */
  readonly folder: string;
  readonly file: string;
  /** Maximum of answers of each mode. */
  readonly limit?: number;
  readonly print: (line: string) => void;
}

/** Records the answers of both modes into a file. */
export async function record({
  folder,
  file,
  limit = Infinity,
  print,
}: RecordOptions): Promise<void> {
  const out = createWriteStream(file);
  await recordEmbedded(folder, out, limit);
  print('Embedded mode recorded.');
  const dialects = limit === Infinity ? [mainDialect, ...otherDialects] : [mainDialect];
  for (const dialect of dialects) {
    await recordInFrontOf(dialect, folder, out, limit);
    print(`Connected mode in front of the dialect "${dialect}" recorded.`);
  }
  out.end();
  await finished(out);
}

const untilFull = (error: unknown): void => {
  if (!(error instanceof RecordingFull)) throw error;
};

async function recordEmbedded(folder: string, out: WriteStream, limit: number): Promise<void> {
  const running = await startRecorded(folder, {
    SAMPLE_USERS: '40',
    WEBHOOKS_ALLOW_HTTP: '1',
    WEBHOOKS_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOKS_MIN_INTERVAL_SECONDS: '0',
  });
  const { url } = running;
  async function all(): Promise<void> {
    const recorder = await createRecorder({ mode: 'embedded', url, out, addresses: {}, limit });
    const known = await knownAt(recorder, { users: 10, thematics: 12, tokens: 6 });
    await recordReads(recorder, known);
    await recordOddRequests(recorder, known);
    await recordHoldings(recorder, running, known);
    await recordDefinitions(recorder, running, known);
    await recordImports(recorder, running, known);
    const endpoints = await recordWebhooks(recorder, running);
    const deliveries = idsIn(await recorder.peek('/x/webhooks/deliveries?limit=5'));
    const two = { users: 3, thematics: 2, tokens: 2 };
    await recordReads(recorder, { ...(await knownAt(recorder, two)), endpoints, deliveries });
    await recordRoles(recorder, known);
  }
  await all()
    .catch(untilFull)
    .finally(() => running.stop());
}

async function recordInFrontOf(
  dialect: string,
  folder: string,
  out: WriteStream,
  limit: number,
): Promise<void> {
  const { served, settings } = await serveDialect(dialect);
  const running = await startRecorded(folder, settings);
  async function all(): Promise<void> {
    const recorder = await createRecorder({
      mode: `connected: ${dialect}`,
      url: running.url,
      out,
      addresses: { [served.url]: '‹other service›', [served.url.slice(7)]: '‹other service›' },
      limit,
    });
    if (dialect !== mainDialect) {
      await recordDialect(recorder);
      return;
    }
    await recordConnected(recorder);
    await served.stop();
    await recordOutage(recorder, running);
  }
  await all()
    .catch(untilFull)
    .finally(() => running.stop())
    .finally(() => served.stop());
}
