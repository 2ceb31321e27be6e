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
    test('is read while it arrives: a row with too many cells is refused before it ends', async () => {
      const { answer, send, unread } = upload(service());
      send(filePart('daily.csv', daily));
      send(filePart('wide.csv', `time${','.repeat(10_001)}`).subarray(0, -2));
      const { code, detail, status } = await problemIn(await answer);
      expect({ code, status }).toEqual({ code: 'too-large', status: 413 });
      expect(detail).toContain('more than 10,000 columns of prices');
      send(Buffer.from(',,,'));
      await unread;
    });

    test('with a fault in its last row is refused with its own status', async () => {
      const answer = await post(service(), [filePart('daily.csv', `${daily}2025-06-17,x,1\n`)]);
      expect(await problemIn(answer)).toMatchObject({ status: 422, code: 'invalid-prices' });
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
      expect(summary).toContain('Holdings of 1 users in the simulated market were deleted.');
    });

    test('that a caller leaves is read no further, and the next one comes in at once', async () => {
      const { answer, send, read, leave, unread } = upload(service());
      send(filePart('daily.csv', daily), filePart('endless.csv', 'time,SOL\n').subarray(0, -2));
      await read();
      leave();
      expect((await problemIn(await answer)).detail).toMatch(/^The import was stopped/);
      const whole = await summaryOf(await post(service(), [filePart('daily.csv', daily)]));
      expect(whole).toContain(
        'Prices: 4 new, 0 changed. The market has 2 tokens and prices up to 2025-06-17T00:00:00.000Z.',
      );
      await unread;
    });

    test('that breaks off, or whose caller goes away, leaves nothing', async () => {
      const before = await rowVersions(service().database);
      const broken = upload(service());
      broken.send(
        filePart('daily.csv', daily),
        filePart('x.csv', 'time,SOL\n2025-06-1').subarray(0, -2),
      );
      broken.breakOff();
      expect((await problemIn(await broken.answer)).detail).toBe('The body ended early.');
      const left = upload(service());
      left.send(
        filePart('daily.csv', daily),
        filePart('x.csv', 'time,SOL\n2025-06-1').subarray(0, -2),
      );
      await left.read();
      left.leave();
      expect((await problemIn(await left.answer)).detail).toMatch(/^The import was stopped/);
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

    test('waits for another that is read', async () => {
      const first = upload(service());
      first.send(filePart('daily.csv', daily).subarray(0, 150));
      await first.read();
      const second = post(service(), [filePart('daily.csv', daily)]);
      first.breakOff();
      expect((await problemIn(await first.answer)).detail).toBe('The body ended early.');
      expect(await summaryOf(await second)).toContain('daily.csv: 2 rows of 1 d, 2 tokens.');
    });

    test.each([
      ['no form', 'text/csv', daily, 'unsupported-media-type', 'accepts multipart/form-data'],
      ['no boundary', 'multipart/form-data', daily, 'invalid-body', 'has no boundary'],
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
