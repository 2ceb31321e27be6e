import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeUser, problemOf, stated } from '#test/support/calls.ts';
import { onEmbedded } from '#test/support/engines.ts';
import { rowVersions } from './tables.ts';
import {
  address,
  boundary,
  daily,
  end,
  filePart,
  linesOf,
  part,
  post,
  problemIn,
  reader,
  summaryOf,
  upload,
} from './uploads.ts';

const holding = { thematics: 'settlement-layers', tokens: [{ token: 'KORV', amount: 1 }] };

describe('a form of files', () => {
  onEmbedded((service) => {
    test('is read while it arrives: the first file before the second is there', async () => {
      const { answer, send, close } = upload(service());
      const first = filePart('daily.csv', daily);
      send(first.subarray(0, 200));
      const { next } = reader(await answer);
      expect(await next()).toBe('{"progress":"Reading daily.csv","done":0,"of":null}\n');
      send(first.subarray(200));
      send(filePart('more-daily.csv.gz', gzipSync('time,SOL\n2025-06-16,5\n')));
      expect(await next()).toBe('{"progress":"Reading more-daily.csv.gz","done":0,"of":null}\n');
      send(end);
      close();
      let text = '';
      for (let more = await next(); more !== ''; more = await next()) text += more;
      expect(linesOf(text).at(-1)).toMatchObject({
        summary: expect.arrayContaining([
          'daily.csv: 2 rows of 1 d, 2 tokens.',
          'more-daily.csv.gz: 1 rows of 1 d, 1 tokens.',
        ]),
      });
    });

    test('may come cut anywhere, with lines as text has them', async () => {
      const whole = Buffer.concat([
        filePart('d.csv', daily),
        filePart('2.csv.gz', gzipSync(daily)),
        end,
      ]);
      const { answer, send, close } = upload(service());
      for (let at = 0; at < whole.length; at += 7) send(whole.subarray(at, at + 7));
      close();
      expect(await summaryOf(await answer)).toContain('2.csv.gz: 2 rows of 1 d, 2 tokens.');
    });

    test.each([
      ['before its files', [part('name="replace"', '1'), filePart('daily.csv', daily)], ''],
      ['behind them', [filePart('daily.csv', daily), part('name="replace"', '1')], ''],
      ['in the address', [filePart('daily.csv', daily)], '?replace=1'],
    ])('says %s that holdings are dropped', async (_, parts, query) => {
      await makeUser(service(), 'ann');
      await stated(service(), 'ann', holding);
      for (const others of [[], [part('name="replace"', '0'), part('name="replace"', '1')]]) {
        const kept = await problemIn(
          await post(service(), [...others, filePart('daily.csv', daily)]),
        );
        expect(kept.code).toBe('holdings-in-the-way');
      }
      const summary = await summaryOf(await post(service(), parts, query));
      expect(summary).toContain('Holdings of 1 users in it were dropped.');
    });

    test('that a caller leaves is read no further, and the next one comes in at once', async () => {
      const { answer, send, unread } = upload(service());
      send(filePart('daily.csv', daily), filePart('endless.csv', 'time,SOL\n').subarray(0, -2));
      const { next, cancel } = reader(await answer);
      await next();
      await cancel();
      const whole = await summaryOf(await post(service(), [filePart('daily.csv', daily)]));
      expect(whole).toContain(
        'Prices: 4 new, 0 changed. The market has 2 tokens and prices up to 2025-06-17T00:00:00.000Z.',
      );
      send(Buffer.from('2025-06-16,1\n'));
      await unread;
    });

    test('that breaks off, or whose caller goes away, leaves nothing', async () => {
      const before = await rowVersions(service().database);
      const broken = upload(service());
      broken.send(
        filePart('daily.csv', daily),
        filePart('x.csv', 'time,SOL\n2025-06-1').subarray(0, -2),
      );
      const answer = await broken.answer;
      broken.breakOff();
      expect((await problemIn(answer)).detail).toBe('The body ended early.');
      const left = upload(service());
      left.send(
        filePart('daily.csv', daily),
        filePart('x.csv', 'time,SOL\n2025-06-1').subarray(0, -2),
      );
      const second = await left.answer;
      left.leave();
      expect((await problemIn(second)).detail).toMatch(/^The import was stopped before its end/);
      left.send(Buffer.from('6,1\n'));
      await left.unread;
      expect(await rowVersions(service().database)).toEqual(before);
      expect(service().market.kind).toBe('simulated');
    });

    test('whose caller leaves while it is written is taken back', async () => {
      const before = await rowVersions(service().database);
      // More than the hundred chunks of one statement.
      const rows = Array.from(
        { length: 400 },
        (_, n) => `${new Date(Date.UTC(2010, 0, 1) + n * 512 * 300_000).toISOString()},1`,
      );
      rows.splice(1, 0, '2010-01-01T00:05:00Z,1');
      const written = reader(
        await post(service(), [filePart('5m.csv', ['time,BTC', ...rows].join('\n'))]),
      );
      for (let line = ''; !line.includes('Writing prices');) line = await written.next();
      await written.cancel();
      // The next one waits for its turn.
      const next = await problemIn(await post(service(), [filePart('bad.csv', 'x')]));
      expect(next.code).toBe('invalid-prices');
      expect(await rowVersions(service().database)).toEqual(before);
      expect(service().market.kind).toBe('simulated');
    });

    test('waits for another that is read, and says so', async () => {
      const first = upload(service());
      first.send(filePart('daily.csv', daily).subarray(0, 150));
      await first.answer;
      const second = await post(service(), [filePart('daily.csv', daily)]);
      const { next } = reader(second);
      expect(await next()).toContain('Waiting for another import to end');
      first.breakOff();
      let text = '';
      for (let more = await next(); more !== ''; more = await next()) text += more;
      expect(linesOf(text).at(-1)).toMatchObject({ summary: expect.any(Array) });
    });

    test.each([
      ['no form', 'text/csv', daily, 'unsupported-media-type', 'reads multipart/form-data'],
      ['no boundary', 'multipart/form-data', daily, 'invalid-body', 'names no boundary'],
      [
        'not a part',
        `multipart/form-data; boundary=${boundary}`,
        daily,
        'invalid-body',
        'ends too early',
      ],
      [
        'nothing',
        `multipart/form-data; boundary=${boundary}`,
        '',
        'invalid-body',
        'ends too early',
      ],
      [
        'no file',
        `multipart/form-data; boundary=${boundary}`,
        `--${boundary}--\r\n`,
        'invalid-prices',
        'There is no file',
      ],
    ] as const)('that is %s is refused', async (_, type, body, code, detail) => {
      const answer = await service().fetch(
        new Request(address, { method: 'POST', headers: { 'content-type': type }, body }),
      );
      expect((await problemOf(answer, code)).detail).toContain(detail);
    });

    test('that is announced as too large is not read', async () => {
      const { service: app } = service();
      const answer = await app.request(address, {
        method: 'POST',
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': String(2 ** 28 + 1),
        },
        body: 'x',
      });
      expect((await problemOf(answer, 'too-large')).detail).toContain('256 MiB');
    });
  });
});
