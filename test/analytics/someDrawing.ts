import * as fc from 'fast-check';

/** A history to be drawn into pixel columns. */
export interface Drawing {
  readonly times: Float64Array;
  readonly totals: Float64Array;
  readonly range: { readonly from: number; readonly to: number };
  readonly columns: number;
}

/** Values of all sizes, many of them alike, none a gap. */
export const someValue = fc.oneof(
  fc.double({ min: -1e9, max: 1e9, noNaN: true }),
  fc.constantFrom(0, -0, 1, 2),
);
/** Values and gaps. */
export const someTotal = fc.oneof(
  { weight: 5, arbitrary: someValue },
  { weight: 1, arbitrary: fc.constant(NaN) },
);

/** Up to 250 records, some at one time, some far apart; the range lies anywhere and may be one instant. */
export const someDrawing = (total: fc.Arbitrary<number>): fc.Arbitrary<Drawing> =>
  fc
    .record({
      records: fc.array(fc.tuple(fc.constantFrom(0, 0, 1, 1, 1, 7, 300), total), {
        maxLength: 250,
        size: 'max',
      }),
      from: fc.integer({ min: -50, max: 400 }),
      span: fc.oneof(fc.nat(1500), fc.nat(20)),
      columns: fc.integer({ min: 1, max: 9 }),
    })
    .map(({ records, from, span, columns }) => {
      let time = 0;
      const times = Float64Array.from(records, ([gap]) => (time += gap));
      const totals = Float64Array.from(records, ([, total]) => total);
      return { times, totals, range: { from, to: from + span }, columns };
    });

/** Indices of the records of each pixel column. */
export function columnsOf({ times, range: { from, to }, columns }: Drawing): number[][] {
  const edge = (column: number): number => from + ((to - from) * column) / columns;
  return Array.from({ length: columns }, (_, column) =>
    Array.from(times.keys()).filter((i) => {
      const time = times[i] ?? NaN;
      const isLast = column === columns - 1;
      return time >= edge(column) && (isLast ? time <= to : time < edge(column + 1));
    }),
  );
}
