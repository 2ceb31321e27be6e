import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareAnswers, readRecording } from './compare.ts';
import { record } from './record.ts';

test('two recordings are equal byte by byte, and a planted change is found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-answers-'));
  try {
    const files = ['one', 'other'].map((name) => join(folder, name));
    for (const file of files) {
      await record({ folder: process.cwd(), file, limit: 40, print: () => {} });
    }
    const [one = '', other = ''] = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    expect(one === other).toBe(true);

    const answers = await readRecording(files[0] ?? '');
    expect(Object.keys(Object.groupBy(answers, ({ mode }) => mode))).toEqual([
      'embedded',
      'connected: plain',
    ]);
    expect(answers).toHaveLength(80);
    expect(compareAnswers(answers, answers)).toEqual([]);
    const planted = one.replace(/"walletCount":\d+/, '"walletCount":99');
    expect(planted).not.toBe(one);
    const changed = planted.trim().split('\n');
    expect(
      compareAnswers(
        answers,
        changed.map((line) => JSON.parse(line)),
      ),
    ).toMatchObject([{ kind: 'unexpected', operation: 'getUsers', field: 'body[].walletCount' }]);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 300_000);
