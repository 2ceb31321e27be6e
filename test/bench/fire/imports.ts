import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { Client } from 'undici';
import { importFiles } from '#contract/operations/prices.ts';
import type { Tell } from '../measure.ts';
import type { Stores } from './stores.ts';
import { attackLine, underWatch, withTarget, describeEffects } from './target.ts';
import { sized } from '../size.ts';

const megabyte = 2 ** 20;
const csvBytes = sized(240, 1) * megabyte;
const columns = 100;
const bombs = sized(20, 1);
const bombBytes = sized(250, 50) * megabyte;
/** Megabytes above idle that the issue allows for any upload. */
const memoryAllowed = 300;
const boundary = 'fire-boundary';

/** B6: files that could fill the memory. */
export async function attackWithImports(tell: Tell, stores: Stores): Promise<void> {
  const bomb = gzipBomb();
  const uploads: [string, number, () => Iterable<Buffer>][] = [
    [`B6 ${csvBytes / megabyte} MB of CSV`, 1, () => form([['prices-5m.csv', longCsv()]])],
    [
      `B6 ${csvBytes / megabyte} MB of CSV, four at once`,
      4,
      () => form([['prices-5m.csv', longCsv()]]),
    ],
    [
      `B6 ${bombs} gzip bombs of ${bombBytes / megabyte} MB in one form`,
      1,
      () => form(Array.from({ length: bombs }, (_, index) => [`b${index}.csv.gz`, [bomb]])),
    ],
  ];
  for (const [name, atOnce, body] of uploads) {
    await withTarget(stores, async (target) => {
      const effects = await underWatch(target, async () => {
        const began = performance.now();
        const answers = await Promise.all(
          Array.from({ length: atOnce }, () => upload(target.url, body())),
        );
        return { answers, took: performance.now() - began };
      });
      const { answers, took } = effects.result;
      const isSmall = effects.peak - effects.before < memoryAllowed;
      const held = answers.filter((answer) => answer.isInTime && isSmall).length;
      tell(
        attackLine(
          name,
          atOnce,
          held,
          `+${(effects.peak - effects.before).toFixed(0)} MB (the issue wants < ${memoryAllowed}), ${(took / 1000).toFixed(0)} s; ${describeEffects(effects)}; ${answers[0]?.text ?? ''}`,
        ),
      );
    });
  }
}

async function upload(url: string, body: Iterable<Buffer>) {
  const client = new Client(url, { bodyTimeout: 0, headersTimeout: 0 });
  try {
    const answer = await client.request({
      method: 'POST',
      path: importFiles.path,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Readable.from(body),
    });
    const text = await answer.body.text();
    return { isInTime: true, text: `${answer.statusCode} ${lastLine(text)}` };
  } catch (error) {
    return { isInTime: false, text: String(error) };
  } finally {
    await client.destroy();
  }
}

const lastLine = (text: string) => text.trim().split('\n').at(-1)?.slice(0, 250) ?? '';

function* form(files: readonly (readonly [name: string, chunks: Iterable<Buffer>])[]) {
  for (const [name, chunks] of files) {
    yield Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
    );
    yield* chunks;
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

function* longCsv() {
  const names = Array.from({ length: columns }, (_, index) => `T${index}`).join(',');
  const cells = Array.from({ length: columns }, () => '1234.5678').join(',');
  yield Buffer.from(`time,${names}\n`);
  const start = Date.UTC(2010, 0, 1);
  for (let sent = 0, step = 0; sent < csvBytes;) {
    let rows = '';
    for (; rows.length < megabyte / 8; step += 1) {
      rows += `${new Date(start + step * 300_000).toISOString()},${cells}\n`;
    }
    sent += rows.length;
    yield Buffer.from(rows);
  }
}

/** Returns a few hundred kB that unpack to many equal rows. */
function gzipBomb(): Buffer {
  const part = Buffer.alloc(50 * megabyte, '2021-01-01,1\n');
  const packed = gzipSync(part, { level: 9 });
  const parts = Array.from({ length: bombBytes / part.length }, () => packed);
  return Buffer.concat([gzipSync('time,A\n2021-01-01,1\n'), ...parts]);
}
