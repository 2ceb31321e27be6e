import { expect, test } from 'vitest';
import { importUsers } from '#contract/operations/userImports.ts';
import { userImportLine } from '#contract/userImport.ts';
import { onEmbedded } from '#test/support/engines.ts';
import { problemOf } from '#test/support/calls.ts';
import { rowsOf } from './fileUsers.ts';

const address = `http://127.0.0.1:4173${importUsers.path}`;

onEmbedded((own) => {
  const send = (body: BodyInit) =>
    own().service.request(
      address,
      Object.assign(
        { duplex: 'half' },
        { method: 'POST', headers: { 'content-type': 'text/csv' }, body },
      ),
    );

  test('a header is refused at its 1,001st column, while the rest is not there yet', async () => {
    const endless = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(`customId${','.repeat(1000)}`));
      },
    });
    const problem = await problemOf(send(endless), 'too-large');
    expect(problem).toMatchObject({ status: 413 });
    expect(problem.detail).toBe('The file has more than 1,000 columns, the limit.');
  });

  test('a fault behind thousands of rows is refused with its own status', async () => {
    const rows = Array.from({ length: 6000 }, (_, n) => `user ${n},gold\n`).join('');
    const text = Buffer.from(`customId,tier\n${rows}`);
    const problem = await problemOf(
      send(Buffer.concat([text, Buffer.from([0xff, 0xfe, 10])])),
      'invalid-users',
    );
    expect(problem.status).toBe(422);
  });

  test('the last line of an import that runs to its end is its result', async () => {
    const answer = await send('customId,tier\nada,gold\n');
    const last = (await answer.text()).trimEnd().split('\n').at(-1) ?? '';
    expect(userImportLine.parse(JSON.parse(last))).toMatchObject({ result: { created: 1 } });
  });
});

test.each([1, 700, 100_000])(
  'a row with too many cells costs its row alone, in chunks of %i',
  async (size) => {
    const text = `id,a\n1,2\n3${','.repeat(1000)}\n"4","${','.repeat(5000)}"\n5,6`;
    const rows = await rowsOf(text, size);
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, 'The row has more than 1,000 cells.'],
      [4, undefined],
      [5, undefined],
    ]);
  },
);

test('millions of cells or of empty lines are rows that are too long, not one row without end', async () => {
  for (const [sign, why] of [
    [',', 'The row has more than 1,000 cells.'],
    ['\n', 'The row is larger than 2 MiB.'],
    ['"', expect.stringMatching(/./)],
  ] as const) {
    const rows = await rowsOf(`id,a\n1,2\n${sign.repeat(5_000_000)}`, 65_536);
    expect(rows.slice(0, 2).map(({ cells }) => cells)).toEqual([
      ['id', 'a'],
      ['1', '2'],
    ]);
    expect(rows.length).toBeLessThan(10);
    expect(rows.at(2)?.fault).toEqual(why);
  }
});
