import type { Format } from '../../preferences/format.ts';
import type { DirectoryPeriod } from '#contract/directory.ts';
import { type CreatedWhen, type Filters, type Move, type Range } from './filters.ts';

/** One filter that is set, as its chip says it: “Total” and “10 M or more”. */
export interface FilterWords {
  /** What the service calls it, where it says how many would be shown without it. */
  readonly criterion: string;
  readonly label: string;
  readonly words: string;
  /** What takes it away. */
  readonly cleared: Partial<Filters>;
}

/** The filters that are set, in words. */
export function filterWords(
  format: Format,
  { thematics, tokens, largest, total, moved, created, attributes }: Filters,
  period: DirectoryPeriod,
  nameOf: (thematicId: string) => string,
): readonly FilterWords[] {
  const all: FilterWords[] = [];
  const add = (criterion: string, label: string, words: string, cleared: Partial<Filters>) =>
    all.push({ criterion, label, words, cleared });
  if (thematics.length > 0) {
    add('thematic', 'Holds', thematics.map(nameOf).join(' or '), { thematics: [] });
  }
  if (tokens.length > 0) add('token', 'Holds', tokens.join(' or '), { tokens: [] });
  if (largest !== null) {
    add('largest', 'Largest position', shareWords(largest), { largest: null });
  }
  if (total !== null) add('total', 'Total', totalWords(format, total), { total: null });
  if (moved !== null) add('return', `Past ${period}`, moveWords(moved), { moved: null });
  if (created !== null) add('created', 'Created', createdWords(format, created), { created: null });
  for (const { name, values } of attributes) {
    const others = attributes.filter((one) => one.name !== name);
    add(`attribute.${name}`, name, values.map(valueWords).join(' or '), { attributes: others });
  }
  return all;
}

const valueWords = (value: string): string => (value === '' ? 'empty' : value);

function totalWords(format: Format, { from, to }: Range): string {
  if (from === null) return `up to ${short(format, to ?? 0)}`;
  return to === null
    ? `${short(format, from)} or more`
    : `${short(format, from)} to ${short(format, to)}`;
}

function shareWords({ from, to }: Range): string {
  if (from === null) return `up to ${to}\u2009%`;
  return to === null ? `${from}\u2009% or more` : `${from} to ${to}\u2009%`;
}

/** A limit as it was set, no digit more: `10 M`, `2.5 M`, `800`. */
function short(format: Format, value: number): string {
  return format.tick(value, { step: Math.abs(value), largest: Math.abs(value) });
}

const directionWords: Record<Move['direction'], string> = {
  up: 'up',
  down: 'down',
  level: 'unchanged',
  either: 'up or down',
};

function moveWords({ direction, least }: Move): string {
  return least === null
    ? directionWords[direction]
    : `${directionWords[direction]} ${least}\u2009% or more`;
}

function createdWords(format: Format, created: CreatedWhen): string {
  if (created.past !== null) return `past ${created.past}`;
  const { from, to } = created;
  if (from === null) return `until ${format.date(to)}`;
  return to === null ? `since ${format.date(from)}` : `${format.date(from)} to ${format.date(to)}`;
}
