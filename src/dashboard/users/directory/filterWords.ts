import { formatTick } from '../../shared/format/number.ts';
import { formatDate } from '../../shared/format/time.ts';
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
  { thematics, total, moved, created, attributes }: Filters,
  period: DirectoryPeriod,
  nameOf: (thematicId: string) => string,
): readonly FilterWords[] {
  const all: FilterWords[] = [];
  const add = (criterion: string, label: string, words: string, cleared: Partial<Filters>) =>
    all.push({ criterion, label, words, cleared });
  if (thematics.length > 0) {
    add('thematic', 'Holds', thematics.map(nameOf).join(' or '), { thematics: [] });
  }
  if (total !== null) add('total', 'Total', totalWords(total), { total: null });
  if (moved !== null) add('return', `Past ${period}`, moveWords(moved), { moved: null });
  if (created !== null) add('created', 'Created', createdWords(created), { created: null });
  for (const { name, values } of attributes) {
    const others = attributes.filter((one) => one.name !== name);
    add(`attribute.${name}`, name, values.map(valueWords).join(' or '), { attributes: others });
  }
  return all;
}

const valueWords = (value: string): string => (value === '' ? 'empty' : value);

function totalWords({ from, to }: Range): string {
  if (from === null) return `up to ${short(to ?? 0)}`;
  return to === null ? `${short(from)} or more` : `${short(from)} to ${short(to)}`;
}

/** A limit as it was set, no digit more: `10 M`, `2.5 M`, `800`. */
function short(value: number): string {
  return formatTick(value, { step: Math.abs(value), largest: Math.abs(value) });
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

function createdWords(created: CreatedWhen): string {
  if (created.past !== null) return `past ${created.past}`;
  const { from, to } = created;
  if (from === null) return `until ${formatDate(to)}`;
  return to === null ? `since ${formatDate(from)}` : `${formatDate(from)} to ${formatDate(to)}`;
}
