import type { DayGrids } from './dayGrids.ts';
import { Noise } from './noise.ts';

export const secondsOfDay = 86_400;
const secondsOfSlot = 300;
const slotsOfDay = secondsOfDay / secondsOfSlot;
const daysOfYear = 365;

/** Parameters of a path; its variance is 1 per day, including jumps. */
export interface PathShape {
  readonly jumpsPerYear: number;
  /** Share of the variance that comes from jumps. */
  readonly jumpShare: number;
}

/**
 * A random path through time, 0 at the start of day 0: a pure function of its name. It moves in normal daily steps and
 * rare jumps; inside a day it is a Brownian bridge between the two midnights, halved repeatedly: first over the 288
 * slots of five minutes, then over the seconds of a slot. Each point depends only on its own position in time, so it
 * is always the same, in any order and at any resolution.
 */
export class Path {
  readonly #number: number;
  readonly #grids: DayGrids;
  readonly #steps: Noise;
  readonly #jumps: Noise;
  readonly #jumpChance: number;
  readonly #jumpSize: number;
  readonly #stepSize: number;
  readonly #variancePerSecond: number;
  /** Values at the midnights before `#known`: without the jumps, and the sum of the jumps. */
  #smooth = new Float64Array(4096);
  #jumped = new Float64Array(4096);
  #known = 1;
  #lastDay = -1;
  #lastGrid = new Float64Array(0);

  /** `number` identifies the path among those that share the grids. */
  constructor(name: string, shape: PathShape, grids: DayGrids, number: number) {
    this.#number = number;
    this.#grids = grids;
    this.#steps = new Noise(`${name}/step`);
    this.#jumps = new Noise(`${name}/jump`);
    this.#jumpChance = shape.jumpsPerYear / daysOfYear;
    this.#jumpSize = Math.sqrt(shape.jumpShare / this.#jumpChance);
    this.#stepSize = Math.sqrt(1 - shape.jumpShare);
    this.#variancePerSecond = (1 - shape.jumpShare) / secondsOfDay;
  }

  /** The value at a whole second (0 to 86,399) of a day counted from 0. */
  at(day: number, second: number): number {
    if (second === 0) {
      this.#reach(day);
      return (this.#smooth[day] ?? 0) + (this.#jumped[day] ?? 0);
    }
    const grid = this.#gridOf(day);
    const before = this.#jumped[day] ?? 0;
    const after = this.#jumped[day + 1] ?? 0;
    const slot = Math.floor(second / secondsOfSlot);
    const smooth =
      slot * secondsOfSlot === second
        ? this.#atSlot(grid, day, slot)
        : this.#atSecond(grid, day, slot, second);
    if (before === after) return smooth + before;
    return smooth + (second < this.#secondOfJump(day) ? before : after);
  }

  #secondOfJump(day: number): number {
    return 1 + Math.floor(this.#jumps.uniform(day, 2) * (secondsOfDay - 1));
  }

  /** Computes days from the start on, so that their sums do not depend on the order of calls. */
  #reach(day: number): void {
    if (day < this.#known) return;
    if (day >= this.#smooth.length) {
      this.#smooth = grown(this.#smooth, day * 2);
      this.#jumped = grown(this.#jumped, day * 2);
    }
    let smooth = this.#smooth[this.#known - 1] ?? 0;
    let jumped = this.#jumped[this.#known - 1] ?? 0;
    for (; this.#known <= day; this.#known++) {
      const before = this.#known - 1;
      smooth += this.#stepSize * this.#steps.normal(before, 0);
      if (this.#jumps.uniform(before, 0) < this.#jumpChance) {
        jumped += this.#jumpSize * this.#jumps.normal(before, 1);
      }
      this.#smooth[this.#known] = smooth;
      this.#jumped[this.#known] = jumped;
    }
  }

  /** One halving: the value at `middle` given those at both ends, with the variance of a Brownian bridge. */
  #between(
    day: number,
    low: number,
    middle: number,
    high: number,
    atLow: number,
    atHigh: number,
  ): number {
    const share = (middle - low) / (high - low);
    const variance = this.#variancePerSecond * share * (high - middle);
    const mean = atLow + (atHigh - atLow) * share;
    return mean + Math.sqrt(variance) * this.#steps.normal(day, middle);
  }

  #gridOf(day: number): Float64Array {
    if (day === this.#lastDay) return this.#lastGrid;
    let grid = this.#grids.get(this.#number, day);
    if (grid === undefined) {
      this.#reach(day + 1);
      grid = new Float64Array(slotsOfDay + 1).fill(Number.NaN);
      grid[0] = this.#smooth[day] ?? 0;
      grid[slotsOfDay] = this.#smooth[day + 1] ?? 0;
      this.#grids.set(this.#number, day, grid);
    }
    this.#lastDay = day;
    this.#lastGrid = grid;
    return grid;
  }

  #atSlot(grid: Float64Array, day: number, slot: number): number {
    const cached = grid[slot] ?? Number.NaN;
    if (!Number.isNaN(cached)) return cached;
    let low = 0;
    let high = slotsOfDay;
    for (;;) {
      const middle = (low + high) >> 1;
      let value = grid[middle] ?? Number.NaN;
      if (Number.isNaN(value)) {
        const atLow = grid[low] ?? 0;
        const atHigh = grid[high] ?? 0;
        value = this.#between(
          day,
          low * secondsOfSlot,
          middle * secondsOfSlot,
          high * secondsOfSlot,
          atLow,
          atHigh,
        );
        grid[middle] = value;
      }
      if (middle === slot) return value;
      if (middle < slot) low = middle;
      else high = middle;
    }
  }

  #atSecond(grid: Float64Array, day: number, slot: number, second: number): number {
    let low = slot * secondsOfSlot;
    let high = low + secondsOfSlot;
    let atLow = this.#atSlot(grid, day, slot);
    let atHigh = this.#atSlot(grid, day, slot + 1);
    for (;;) {
      const middle = (low + high) >> 1;
      const value = this.#between(day, low, middle, high, atLow, atHigh);
      if (middle === second) return value;
      if (middle < second) {
        low = middle;
        atLow = value;
      } else {
        high = middle;
        atHigh = value;
      }
    }
  }
}

function grown(values: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(length);
  longer.set(values);
  return longer;
}
