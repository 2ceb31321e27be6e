import { directoryPeriods } from '#contract/directory.ts';
import { windowOf } from '#contract/historyType.ts';
import { pastText } from '../history/periodText.ts';
import { hiddenTotal } from '../preferences/figures.ts';
import type { Format } from '../preferences/format.ts';
import {
  type CreatedWhen,
  type DateRange,
  directions,
  type MoveFilter,
  moveFilter,
  type NumberRange,
} from './filterValues.ts';

// Texts of ranges in addresses, in queries and on chips.

/** `100..500`, `100..` */
export function rangeText({ from, to }: NumberRange | DateRange): string {
  return `${from ?? ''}..${to ?? ''}`;
}

/** `1000000..`, `..500`, `100..500`. Returns null if neither end is valid. */
export function readEnds<End>(text: string, read: (text: string) => End | null) {
  const [, first = '', last = ''] = /^(.*)\.\.(.*)$/.exec(text) ?? [];
  const [from, to] = [read(first), read(last)];
  return from === null && to === null ? null : { from, to };
}

const isDirection = (word: string): word is MoveFilter['direction'] =>
  Object.hasOwn(directions, word);

/** `up`, `down-5`, `either-2.5`, `level` */
export function readMove(text: string): MoveFilter | null {
  const [word = '', ...rest] = text.split('-');
  return isDirection(word) ? moveFilter(word, numberOf(rest.join('-'))) : null;
}

/** `month`, `2026-01-01..2026-06-30`, `2026-01-01..` */
export function readCreated(text: string): CreatedWhen | null {
  const past = directoryPeriods.find((one) => one === text);
  if (past !== undefined) return { past };
  const dates = readEnds(text, dateOf);
  return dates === null ? null : { past: null, ...dates };
}

export function numberOf(text: string): number | null {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}

const dateOf = (text: string): string | null =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

export const shareOf = (percent: number | null): number | null =>
  percent === null ? null : percent / 100;

/** Ranges include both ends, so the smallest number above 0 means “up”. */
export function returnRanges({ direction, minimum }: MoveFilter): readonly string[] {
  const by = shareOf(minimum) ?? Number.MIN_VALUE;
  const up = rangeText({ from: by, to: null });
  const down = rangeText({ from: null, to: -by });
  return { up: [up], down: [down], level: ['0..0'], either: [up, down] }[direction];
}

export function createdRange(created: CreatedWhen, today: number): string {
  if (created.past === null) return rangeText(created);
  return `${new Date(today - windowOf[created.past]).toISOString().slice(0, 10)}..`;
}

export function rangeLabel({ from, to }: NumberRange, write: (value: number) => string): string {
  if (from === null) return `up to ${write(to ?? 0)}`;
  return to === null ? `${write(from)} or more` : `${write(from)} to ${write(to)}`;
}

/** A limit without extra digits: `10 M`, `2.5 M`, `800`. */
export const short = (format: Format, value: number): string =>
  format.tick(value, { step: Math.abs(value), largest: Math.abs(value) }) || hiddenTotal;

/** `up 10 K or more`, `down 10 K or more`, `−10 K to 5 K` */
export function changeText({ from, to }: NumberRange, format: Format): string {
  if (to === null && from !== null && from > 0) return `up ${short(format, from)} or more`;
  if (from === null && to !== null && to < 0) return `down ${short(format, -to)} or more`;
  return rangeLabel({ from, to }, (change) => short(format, change));
}

export function createdText(created: CreatedWhen, format: Format): string {
  if (created.past !== null) return pastText(created.past);
  const { from, to } = created;
  if (from === null) return `until ${format.date(to)}`;
  return to === null ? `since ${format.date(from)}` : `${format.date(from)} to ${format.date(to)}`;
}
