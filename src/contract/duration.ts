import { day, hour, minute } from './historyType.ts';

const units = [
  [day, 'd'],
  [hour, 'h'],
  [minute, 'min'],
  [1000, 's'],
  [1, 'ms'],
] as const;

/** Returns a duration in its two largest units, without zeros: `1 d`, `2 h 3 min`, `15 ms`. */
export function durationText(milliseconds: number): string {
  const first = units.findIndex(([size]) => milliseconds >= size);
  let left = milliseconds;
  const parts = units.slice(first, first + 2).flatMap(([size, unit]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count > 0 ? `${count} ${unit}` : [];
  });
  return first === -1 ? '0 s' : parts.join(' ');
}

/**
 * Returns a duration rounded to one unit: `40 s`, `35 min`, `22 h`, `16.5 days`.
 * @param space between the number and a unit that is a symbol.
 */
export function roundedDuration(milliseconds: number, space = ' '): string {
  const minutes = milliseconds / minute;
  if (minutes < 1) return `${Math.round(milliseconds / 1000)}${space}s`;
  if (minutes < 90) return `${Math.round(minutes)}${space}min`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)}${space}h`;
  const days = milliseconds / day;
  return `${days < 100 ? Number(days.toFixed(1)) : Math.round(days)} days`;
}
