import { decimate } from '#analytics/decimate.ts';
import { median, timed, type Line } from './measure.ts';
import { sized } from './size.ts';

const records = sized(1_000_000, 10_000);
const columns = 1100;

/** Decimates a million records for 1,100 pixels, compared with reading each of them once. */
export async function benchDecimation(): Promise<Line[]> {
  const times = Float64Array.from({ length: records }, (_, index) => index * 60_000);
  const totals = new Float64Array(records);
  let total = 1000;
  let state = 1;
  for (let index = 0; index < records; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    total += state / 2 ** 32 - 0.5;
    totals[index] = total;
  }
  const range = { from: 0, to: (records - 1) * 60_000 };
  const ours: number[] = [];
  const other: number[] = [];
  let kept = 0;
  for (let round = 0; round < 40; round += 1) {
    ours.push(
      await timed(() => {
        kept = decimate(times, totals, range, columns).times.length;
      }),
    );
    other.push(
      await timed(() => {
        let low = Number.POSITIVE_INFINITY;
        for (let index = 0; index < records; index += 1) {
          const value = totals[index] ?? 0;
          if (value < low) low = value;
        }
        if (!Number.isFinite(low)) throw new Error('No minimum');
      }),
    );
  }
  return [
    {
      name: `decimation of ${records.toLocaleString('en-GB')} records`,
      ours: median(ours.slice(5)),
      other: median(other.slice(5)),
      note: `to ${kept} records for ${columns} px; beside: one pass for the minimum`,
    },
  ];
}
