import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readCsv } from '#service/imports/csv.ts';
import { createFaults } from '#service/imports/importFaults.ts';
import { createAllowance, importLimits } from '#service/imports/importLimits.ts';
import { Problem } from '#platform/http/problem.ts';
import { refusal } from './files.ts';
import { faultsOf, read } from './reading.ts';

const day = 86_400_000;

function priceFault(text: string): string {
  return `spot.csv line 3, column BTC: ${JSON.stringify(text)} is not a price (a number from 1e-30 to 1e+15)`;
}

describe('a file that cannot be taken', () => {
  it.each([
    ...[
      'NaN',
      '1e999',
      '-1',
      '0',
      '-0',
      '0.0',
      'abc',
      '0x10',
      '1_000',
      '1 000',
      '1,5',
      '١',
      'Infinity',
      '1e-999',
      'null',
      '--',
      '1e16',
      '.',
    ].map((text) => [text, `2021-01-02,"${text}",2`, priceFault(text)]),
    [
      'a time that is none',
      'yesterday,1,2',
      'spot.csv line 3, column time: "yesterday" is not an ISO 8601 time such as 2025-06-16 or 2025-06-16T23:55Z',
    ],
    [
      'an empty time',
      ',1,2',
      'spot.csv line 3, column time: "" is not an ISO 8601 time such as 2025-06-16 or 2025-06-16T23:55Z',
    ],
    [
      'epoch seconds',
      '1609545600,1,2',
      'spot.csv line 3, column time: "1609545600" is not an ISO 8601 time such as 2025-06-16 or 2025-06-16T23:55Z',
    ],
    [
      'a day that no month has',
      '2021-02-30,1,2',
      'spot.csv line 3, column time: "2021-02-30" is not an ISO 8601 time such as 2025-06-16 or 2025-06-16T23:55Z',
    ],
    [
      'a time without an offset',
      '2021-01-02T00:00,1,2',
      'spot.csv line 3, column time: "2021-01-02T00:00" is not an ISO 8601 time such as 2025-06-16 or 2025-06-16T23:55Z',
    ],
    [
      'a repeated time',
      '2021-01-01,1,2',
      'spot.csv line 3, column time: 2021-01-01 repeats the time of line 2',
    ],
    [
      'a time that goes back',
      '2020-12-31,1,2',
      'spot.csv line 3, column time: 2020-12-31 is earlier than line 2; rows must ascend in time',
    ],
    [
      'a time off the step',
      '2021-01-02T12:00Z,1,2',
      'spot.csv line 3, column time: 2021-01-02T12:00:00.000Z is not a whole multiple of 1 d',
    ],
    ['a missing column', '2021-01-02,1', 'spot.csv line 3: has 2 columns where the header has 3'],
    [
      'a column too many',
      '2021-01-02,1,2,',
      'spot.csv line 3: has 4 columns where the header has 3',
    ],
  ])('names the line and column of what it cannot take: %s', async (_, line, fault) => {
    const rows = ['time,BTC,ETH', '2021-01-01,1,2', line, '2021-01-04,1,2', '2021-01-05,1,2'];
    expect(await faultsOf(rows.join('\n'))).toEqual([fault]);
    expect(await faultsOf(gzipSync(rows.join('\r\n')))).toEqual([fault]);
  });

  it.each([
    ['nothing', '', ['spot.csv: is empty']],
    ['nothing but a BOM', '\ufeff', ['spot.csv: is empty']],
    ['only a header', 'time,A\n', ['spot.csv: has no rows of prices']],
    ['only times', 'time\n2021-01-01\n', ['spot.csv line 1: has no price column next to time']],
    [
      'an empty header',
      'time,A,,B\n2021-01-01,1,1,1\n2021-01-02,1,1,1',
      ['spot.csv line 1, column 3: the header is empty; it must have 1 to 128 characters'],
    ],
    [
      'a symbol twice',
      'time,A,B,A\n2021-01-01,1,1,1\n2021-01-02,1,1,1',
      ['spot.csv line 1, column 4: the header "A" occurs twice'],
    ],
    ['no price', 'time,A\n2021-01-01,\n2021-01-02,\n', ['spot.csv: contains no prices']],
    [
      'nothing but a currency',
      'time,EUR\n2021-01-01,1\n2021-01-02,1\n',
      ['spot.csv: contains no prices'],
    ],
    [
      'another resolution',
      'time,A\n2021-01-01T00:00Z,1\n2021-01-01T01:00Z,1\n2021-01-01T01:30Z,1',
      [
        'spot.csv line 4, column time: is 30 min after the previous row; supported steps are 5 min, 1 h or 1 d',
      ],
    ],
    [
      'weeks',
      'time,A\n2021-01-03,1\n2021-01-10,1\n',
      [
        'spot.csv line 3, column time: is 7 d after the previous row; supported steps are 5 min, 1 h or 1 d',
      ],
    ],
    [
      'the future',
      'time,A\n2026-11-21,1\n2205-06-16,1\n2205-06-17,1',
      [
        'spot.csv line 3, column time: 2205-06-16T00:00:00.000Z is in the future',
        'spot.csv line 4, column time: 2205-06-17T00:00:00.000Z is in the future',
      ],
    ],
    [
      'before the epoch',
      'time,A\n1969-12-31,1\n1970-01-01,1',
      ['spot.csv line 2, column time: 1969-12-31 is before 1970'],
    ],
    [
      'another header',
      'date,A\n2021-01-01,1\n',
      [
        'spot.csv line 1, column 1: "date" is an unknown header: a price file begins with time, a thematics file has thematic_id, thematic_name, symbol, token_name',
      ],
    ],
    [
      'a quote that never closes',
      'time,A\n2021-01-01,"1\n2021-01-02,1',
      [
        'spot.csv line 3: is not CSV: Quote Not Closed: the parsing is finished with an opening quote at line 3',
      ],
    ],
    [
      'a symbol that no URL reaches',
      'time,..\n2021-01-01,1\n2021-01-02,1',
      ['spot.csv line 1, column 2: the header cannot be "." or "..", which URLs cannot carry'],
    ],
    [
      'a control character in a header',
      'time,A\u0000B\n2021-01-01,1\n2021-01-02,1',
      [
        'spot.csv line 1, column 2: the header contains a control character (such as a tab or a line break)',
      ],
    ],
    [
      'a symbol without end',
      `time,${'A'.repeat(129)}\n2021-01-01,1\n2021-01-02,1`,
      [
        'spot.csv line 1, column 2: the header has 129 characters (UTF-16 units); at most 128 are allowed',
      ],
    ],
  ])('says what is wrong with a file of %s', async (_, text, faults) => {
    expect(await faultsOf(text)).toEqual(faults);
  });

  it('names the fault in bytes that are not text', async () => {
    expect(
      await faultsOf(Uint8Array.of(0x74, 0x69, 0x6d, 0x65, 0x2c, 0xff, 0x0a, 0x31, 0x2c, 0x31)),
    ).toEqual([
      'spot.csv line 1, column 2: the header is not UTF-8',
      'spot.csv line 2, column time: "1" is not an ISO 8601 time such as 2025-06-16 or 2025-06-16T23:55Z',
      'spot.csv: has only one row, so its resolution is unknown: name the file 5m, hourly or daily (prices-daily.csv)',
    ]);
    const rows = Array.from(
      { length: 20_000 },
      (_, n) => `${new Date(n * day).toISOString()},${n + 1}`,
    );
    const whole = gzipSync(['time,A', ...rows].join('\n'));
    for (const length of [12, whole.length / 2, whole.length - 9]) {
      expect(await faultsOf(whole.subarray(0, length))).toEqual([
        'spot.csv: is not a complete gzip file',
      ]);
    }
    const noise = new Uint8Array(50_000).map((_, n) => (n * 7919) % 251);
    expect(await faultsOf(noise)).not.toEqual([]);
  });

  it('says when a small gzip file unpacks to one endless row', async () => {
    const rows = gzipSync('time,A\n2021-01-01,1\n');
    // Two gzip members one after the other are one file.
    const zeros = gzipSync(new Uint8Array(300 * 2 ** 20), { level: 1 });
    expect(await faultsOf(Buffer.concat([rows, zeros]))).toContainEqual(
      expect.stringMatching(/^spot\.csv line 3: is not CSV: Max Record Size/),
    );
  });

  it('stops where all files of an import unpack to too much together', async () => {
    const limits = { ...importLimits, bytes: 2 ** 20 };
    const allowance = createAllowance({ subject: 'import', limits });
    // A thousandth of what they unpack to.
    const bytes = gzipSync(`time,A\n2021-01-01,1\n${'\n'.repeat(600_000)}`);
    const read = () =>
      readCsv({ name: 'a-daily.csv.gz', bytes }, createFaults(), { now: 0, allowance });
    expect(bytes.length).toBeLessThan(1200);
    await read();
    const problem = await refusal(read());
    expect(problem.code).toBe('too-large');
    expect(problem.message).toBe(
      'This import unpacks to more than 1 MiB, the limit. Nothing was imported: split it into several.',
    );
  });

  it('counts all faults, tells the first 20, and points at each', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => `${new Date(n * day).toISOString()},x,${n}`);
    const { faults } = await read(['time,a/b~,B', ...rows].join('\n'));
    // 50 texts and the one zero.
    expect(faults.count).toBe(51);
    const error: unknown = (() => {
      try {
        return faults.check();
      } catch (thrown) {
        return thrown;
      }
    })();
    if (!(error instanceof Problem)) throw new Error('no problem');
    expect(error.code).toBe('invalid-prices');
    const lines = error.message.split('\n');
    expect(lines).toHaveLength(22);
    expect(lines[0]).toBe('51 faults were found; nothing was imported:');
    expect(lines.at(-1)).toBe('and 31 more');
    expect(error.extras.errors).toHaveLength(20);
    expect(error.extras.errors?.[0]?.pointer).toBe('/spot.csv/2/a~1b~0');
  });
});
