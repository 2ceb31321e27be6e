import { recordsAtSteps, recordTimes } from '#analytics/grid.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const periods = [
  { name: 'day', window: day, step: 5 * minute, records: 289 },
  { name: 'week', window: 7 * day, step: hour, records: 169 },
  { name: 'month', window: 30 * day, step: 4 * hour, records: 181 },
  { name: 'year', window: 365 * day, step: day, records: 366 },
];
const at = (iso: string): number => Date.parse(iso);
const isos = (times: Float64Array): string[] =>
  Array.from(times, (time) => new Date(time).toISOString());
const anyInstant = fc.oneof(
  fc.integer({ min: -4e12, max: 8e12 }),
  fc.integer({ min: -40_000, max: 80_000 }).map((days) => days * day),
  fc.integer({ min: 0, max: 1e7 }).map((steps) => steps * 5 * minute),
);

describe('a history as long as its period', () => {
  test.each(periods)(
    'has $records records for $name, wherever as of lies',
    ({ window, step, records }) => {
      fc.assert(
        fc.property(anyInstant, (asOf) => {
          const times = recordTimes({ asOf, window, step, start: asOf - window - 3 * day });
          expect(times).toHaveLength(records);
          expect(times.at(-1)).toBe(asOf);
          expect(times[0]).toBeGreaterThanOrEqual(asOf - window);
        }),
      );
    },
  );

  test('has whole UTC steps, then the as of', () => {
    const asOf = at('2025-06-17T00:00:10Z');
    const times = isos(recordTimes({ asOf, window: day, step: 5 * minute, start: -Infinity }));
    expect(times.slice(0, 2)).toEqual(['2025-06-16T00:05:00.000Z', '2025-06-16T00:10:00.000Z']);
    expect(times.slice(-2)).toEqual(['2025-06-17T00:00:00.000Z', '2025-06-17T00:00:10.000Z']);
  });

  test('says as of once where it is a whole step itself', () => {
    const asOf = at('2025-06-17T00:00:00Z');
    const times = isos(recordTimes({ asOf, window: 7 * day, step: hour, start: -Infinity }));
    expect(times[0]).toBe('2025-06-10T00:00:00.000Z');
    expect(times.slice(-2)).toEqual(['2025-06-16T23:00:00.000Z', '2025-06-17T00:00:00.000Z']);
  });
});

describe('a history that starts within its period', () => {
  const asOf = at('2025-06-17T10:30:00Z');

  test('begins at the first whole step at or after the start', () => {
    const start = at('2025-06-17T08:00:01Z');
    expect(isos(recordTimes({ asOf, window: day, step: hour, start }))).toEqual([
      '2025-06-17T09:00:00.000Z',
      '2025-06-17T10:00:00.000Z',
      '2025-06-17T10:30:00.000Z',
    ]);
  });

  test('begins at the start where that is a whole step', () => {
    const start = at('2025-06-17T10:00:00Z');
    expect(isos(recordTimes({ asOf, window: day, step: hour, start }))).toEqual([
      '2025-06-17T10:00:00.000Z',
      '2025-06-17T10:30:00.000Z',
    ]);
  });

  test('is as of alone where no whole step lies between', () => {
    const start = at('2025-06-17T10:00:01Z');
    expect(isos(recordTimes({ asOf, window: day, step: hour, start }))).toEqual([
      '2025-06-17T10:30:00.000Z',
    ]);
  });
});

describe('all there is', () => {
  const all = { window: null, step: day };

  test('begins with the start itself, then whole steps, then as of', () => {
    const [start, asOf] = [at('2025-06-14T13:05:00Z'), at('2025-06-17T10:30:00Z')];
    expect(isos(recordTimes({ ...all, asOf, start }))).toEqual([
      '2025-06-14T13:05:00.000Z',
      '2025-06-15T00:00:00.000Z',
      '2025-06-16T00:00:00.000Z',
      '2025-06-17T00:00:00.000Z',
      '2025-06-17T10:30:00.000Z',
    ]);
  });

  test('says a start and an as of on a whole step once each', () => {
    const [start, asOf] = [at('2025-06-15T00:00:00Z'), at('2025-06-17T00:00:00Z')];
    expect(isos(recordTimes({ ...all, asOf, start }))).toEqual([
      '2025-06-15T00:00:00.000Z',
      '2025-06-16T00:00:00.000Z',
      '2025-06-17T00:00:00.000Z',
    ]);
  });

  test('is start and as of where both lie within one step', () => {
    const [start, asOf] = [at('2025-06-17T08:00:00Z'), at('2025-06-17T10:30:00Z')];
    expect(Array.from(recordTimes({ ...all, asOf, start }))).toEqual([start, asOf]);
  });
});

test.each([day, null])('window %s: a start at as of is one record, one after it none', (window) => {
  fc.assert(
    fc.property(anyInstant, (asOf) => {
      const grid = { asOf, window, step: day };
      expect(Array.from(recordTimes({ ...grid, start: asOf }))).toEqual([asOf]);
      expect(recordTimes({ ...grid, start: asOf + 1 })).toHaveLength(0);
    }),
  );
});

test('is, whatever the grid, the whole steps that lie in it one by one, and as of', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -300, max: 300 }),
      fc.option(fc.integer({ min: 0, max: 300 })),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: -400, max: 400 }),
      (asOf, window, step, start) => {
        const expected: number[] = [];
        for (let time = -1000; time < asOf; time++) {
          const whole = time % step === 0;
          const inWindow = window === null || time >= asOf - window;
          const opening = window === null && time === start;
          if (time >= start && inWindow && (whole || opening)) expected.push(time);
        }
        if (start <= asOf) expected.push(asOf);
        // Object.is tells −0 from 0.
        expect(Array.from(recordTimes({ asOf, window, step, start }))).toStrictEqual(expected);
      },
    ),
    { numRuns: 1000 },
  );
});

test.each([
  { step: 0 },
  { step: -1 },
  { step: NaN },
  { asOf: NaN },
  { asOf: Infinity },
  { start: NaN },
  { start: -Infinity, window: null },
])('refuses %o', (wrong) => {
  const grid = { asOf: 10 * day, window: day, step: hour, start: 0 };
  expect(() => recordTimes({ ...grid, ...wrong })).toThrow(/^no (grid|history)/);
});

describe('the records at even steps', () => {
  test('are the last ones up to each step, the first and the last among them', () => {
    const times = Float64Array.of(0, 1, 10);
    expect([...recordsAtSteps(times, 2)]).toEqual([0, 2]);
    expect([...recordsAtSteps(times, 6)]).toEqual([0, 1, 1, 1, 1, 2]);
    expect([...recordsAtSteps(Float64Array.of(7), 3)]).toEqual([0, 0, 0]);
    expect([...recordsAtSteps(new Float64Array(0), 3)]).toEqual([]);
  });

  test('of what was picked are the same ones again', () => {
    const times = fc.uniqueArray(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 2 });
    fc.assert(
      fc.property(times, fc.integer({ min: 2, max: 60 }), (all, count) => {
        const history = Float64Array.from(all).toSorted();
        const records = recordsAtSteps(history, count);
        const picked = Float64Array.from(new Set(records), (index) => history[index] ?? NaN);
        expect(Array.from(recordsAtSteps(picked, count), (index) => picked[index])).toEqual(
          Array.from(records, (index) => history[index]),
        );
      }),
    );
  });
});
