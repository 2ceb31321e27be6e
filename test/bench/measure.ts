export type Tell = (line: string) => void;

/** Line of the report: a measurement and its baseline. */
export interface Line {
  readonly name: string;
  /** Our median, in milliseconds. */
  readonly ours: number;
  /** Median of the baseline, in milliseconds; null: none. */
  readonly other: number | null;
  readonly note: string;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Returns the duration of the work, in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/**
 * Runs two functions alternately, after a warm-up, so that both see the same state of the machine.
 * @param prepare runs before each round, not timed.
 */
export async function inTurn(
  rounds: number,
  ours: () => unknown,
  other: () => unknown,
  prepare: () => unknown = () => {},
): Promise<{ ours: number; other: number; ratio: number }> {
  const a: number[] = [];
  const b: number[] = [];
  const warmUp = Math.min(20, rounds);
  for (let round = -warmUp; round < rounds; round += 1) {
    await prepare();
    // Each goes first in half of the rounds, so that leftover work of the other affects both.
    const isFirst = round % 2 === 0;
    const before = isFirst ? null : await timed(other);
    const own = await timed(ours);
    const after = before ?? (await timed(other));
    if (round < 0) continue;
    a.push(own);
    b.push(after);
  }
  const ratios = a.map((value, index) => value / (b[index] ?? Number.NaN));
  return { ours: median(a), other: median(b), ratio: median(ratios) };
}

export function written(lines: readonly Line[]): string[] {
  return lines.map(
    ({ name, ours, other, note }) =>
      `${name.padEnd(38)} ${milliseconds(ours).padStart(12)}  beside ${milliseconds(other).padStart(12)}  ${note}`,
  );
}

function milliseconds(value: number | null): string {
  return value === null ? '' : `${value.toFixed(2)} ms`;
}
