/** Round values within a domain, and the step between them. */
export interface RoundTicks {
  values: number[];
  step: number;
}

const mantissas = [1, 2, 2.5, 5] as const;
/** Below it, ten to the power of its digits is no number any more. */
const smallest = 1e-300;

/**
 * The round values (multiples of 1, 2, 2.5 or 5 × a power of ten) within [low, high]: the finest step that gives at most `most`.
 * A domain without height has its own value as the only tick, and so has one whose ends differ in their last digits
 * alone: round values between them cannot be counted.
 */
export function roundTicks(low: number, high: number, most = 5): RoundTicks {
  if (!(high > low)) return { values: Number.isFinite(low) ? [low] : [], step: 0 };
  const room = (high - low) / (most + 1);
  const isCounted = room > smallest && Math.max(Math.abs(low), Math.abs(high)) / room < 2 ** 49;
  if (!isCounted) return { values: [low + (high - low) / 2], step: 0 };
  const finest = Math.floor(Math.log10(room));
  for (let power = finest; ; power += 1) {
    for (const mantissa of mantissas) {
      const found = multiples(mantissa, power, low, high);
      if (found.values.length <= most) return found;
    }
  }
}

/** Dividing by a whole power of ten is exact where multiplying by 0.001 is not: 3 × 0.1 is not 0.3. */
function multiples(mantissa: number, power: number, low: number, high: number): RoundTicks {
  const scale = 10 ** Math.abs(power);
  const at = (n: number) => (power < 0 ? (n * mantissa) / scale : n * mantissa * scale);
  const step = at(1);
  const values: number[] = [];
  for (let n = Math.ceil(low / step); at(n) <= high; n += 1) values.push(at(n) + 0);
  return { values, step };
}
