import { formatTick } from '../../shared/format/number.ts';
import { formatDate } from '../../shared/format/time.ts';
import type { CreatedWhen, FilterName, Filters } from './filters.ts';
import { noFilters } from './filters.ts';
import type { Move, Range } from './index/question.ts';

/** One filter that is set, as its chip says it: “Total” and “10 M or more”. */
export interface FilterWords {
  readonly name: FilterName;
  readonly label: string;
  readonly words: string;
  /** What takes it away. */
  readonly cleared: Partial<Filters>;
}

/** The filters that are set, in words. */
export function filterWords(
  { thematics, total, moved, created }: Filters,
  nameOf: (thematicId: string) => string,
): readonly FilterWords[] {
  const all: FilterWords[] = [];
  const add = (name: FilterName, label: string, words: string) =>
    all.push({ name, label, words, cleared: { [name]: noFilters[name] } });
  if (thematics.length > 0) add('thematics', 'Holds', thematics.map(nameOf).join(' or '));
  if (total !== null) add('total', 'Total', totalWords(total));
  if (moved !== null) add('moved', 'Past day', moveWords(moved));
  if (created !== null) add('created', 'Created', createdWords(created));
  return all;
}

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
