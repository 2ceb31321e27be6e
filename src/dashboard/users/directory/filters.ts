import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DirectoryPeriod } from '#contract/directory.ts';
import type { Format } from '../../preferences/format.ts';
import { filterNames } from '../../url/params.ts';
import { useWriteParams } from '../../url/searchParam.ts';

/** From and to, both included; null: without an end. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

const directions = ['up', 'down', 'level', 'either'] as const;

/** How somebody did over the period, by the return; `least`: by so many per cent at least. */
export interface Move {
  readonly direction: (typeof directions)[number];
  readonly least: number | null;
}

const pasts = ['day', 'week', 'month', 'year'] as const;

/** When users were created: within the past so long, or between two dates (`2026-06-17`, both included). */
export type CreatedWhen =
  | { readonly past: (typeof pasts)[number] }
  | { readonly past: null; readonly from: string | null; readonly to: string | null };

/** Who of the users is shown, as the address says it. Each leaves users out; null and an empty list leave out nobody. */
export interface Filters {
  /** Ids; who holds one of them is shown. */
  readonly thematics: readonly string[];
  /** Ids; who holds one of them is shown. */
  readonly tokens: readonly string[];
  /** The share of the total that the largest position has, in per cent. */
  readonly largest: Range | null;
  readonly total: Range | null;
  readonly moved: Move | null;
  readonly created: CreatedWhen | null;
  /** Of each name who has one of the values is shown. */
  readonly attributes: readonly AttributeFilter[];
}

export interface AttributeFilter {
  readonly name: string;
  readonly values: readonly string[];
}
export const noFilters: Filters = {
  thematics: [],
  tokens: [],
  largest: null,
  total: null,
  moved: null,
  created: null,
  attributes: [],
};

/** `attribute.country=CH`, once for each value. */
const attributePrefix = 'attribute.';

/** The filters in the address, and how they are set: those given, as one step for Back. */
export function useFilters(): readonly [Filters, (changed: Partial<Filters>) => void] {
  const [params] = useSearchParams();
  // The same text is the same filters, whatever else the address says.
  const said = JSON.stringify(writeFilters(readFilters(params)));
  const filters = useMemo(() => readFilters(paramsOf(said)), [said]);
  const writeParams = useWriteParams();
  const set = useCallback(
    (changed: Partial<Filters>) =>
      writeParams((after) => {
        const next = { ...readFilters(after), ...changed };
        for (const name of [...after.keys()].filter(isFilter)) after.delete(name);
        for (const [name, text] of writeFilters(next)) after.append(name, text);
      }),
    [writeParams],
  );
  return [filters, set];
}

function isFilter(param: string): boolean {
  return (
    param.startsWith(attributePrefix) || Object.values(filterNames).some((name) => name === param)
  );
}

function paramsOf(said: string): URLSearchParams {
  const pairs: string[][] = JSON.parse(said);
  return new URLSearchParams(pairs);
}

export function readFilters(params: URLSearchParams): Filters {
  return {
    thematics: readIds(params.getAll(filterNames.thematics)),
    tokens: readIds(params.getAll(filterNames.tokens)),
    largest: readRange(params.get(filterNames.largest) ?? ''),
    total: readRange(params.get(filterNames.total) ?? ''),
    moved: readMove(params.get(filterNames.moved) ?? ''),
    created: readCreated(params.get(filterNames.created) ?? ''),
    attributes: readAttributes(params),
  };
}

const readIds = (ids: readonly string[]): readonly string[] =>
  [...new Set(ids)].filter((id) => id !== '');

function readAttributes(params: URLSearchParams): AttributeFilter[] {
  const named = [...new Set(params.keys())].filter(
    (key) => key.startsWith(attributePrefix) && key !== attributePrefix,
  );
  return named.map((key) => ({
    name: key.slice(attributePrefix.length),
    values: [...new Set(params.getAll(key))],
  }));
}

/** `100..500`, `100..` */
export const rangeText = ({ from, to }: Range): string => `${from ?? ''}..${to ?? ''}`;

export function writeFilters(filters: Filters): (readonly [name: string, text: string])[] {
  const { thematics, tokens, largest, total, moved, created, attributes } = filters;
  const texts: (readonly [string, string])[] = thematics.map((id) => [filterNames.thematics, id]);
  for (const id of tokens) texts.push([filterNames.tokens, id]);
  if (largest !== null) texts.push([filterNames.largest, rangeText(largest)]);
  if (total !== null) texts.push([filterNames.total, rangeText(total)]);
  if (moved !== null) {
    const { direction, least } = moved;
    texts.push([filterNames.moved, least === null ? direction : `${direction}-${least}`]);
  }
  if (created !== null) {
    const text = created.past ?? `${created.from ?? ''}..${created.to ?? ''}`;
    texts.push([filterNames.created, text]);
  }
  for (const { name, values } of attributes) {
    for (const value of values) texts.push([`${attributePrefix}${name}`, value]);
  }
  return texts;
}

/** `1000000..`, `..500`, `100..500` */
function readRange(text: string): Range | null {
  const [from, to] = endsOf(text);
  const range = { from: numberOf(from), to: numberOf(to) };
  return range.from === null && range.to === null ? null : range;
}

/** `up`, `down-5`, `either-2.5`, `level` */
function readMove(text: string): Move | null {
  const [word = '', ...rest] = text.split('-');
  const direction = directions.find((one) => one === word);
  if (direction === undefined) return null;
  const least = numberOf(rest.join('-'));
  return { direction, least: least === null || least <= 0 || direction === 'level' ? null : least };
}

/** `month`, `2026-01-01..2026-06-30`, `2026-01-01..` */
function readCreated(text: string): CreatedWhen | null {
  const past = pasts.find((one) => one === text);
  if (past !== undefined) return { past };
  const [from, to] = endsOf(text).map((end) => (isDate(end) ? end : null));
  if ((from ?? null) === null && (to ?? null) === null) return null;
  return { past: null, from: from ?? null, to: to ?? null };
}

function endsOf(text: string): readonly [string, string] {
  const [, from = '', to = ''] = /^(.*)\.\.(.*)$/.exec(text) ?? [];
  return [from, to];
}

function numberOf(text: string): number | null {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** One filter that is set, as its chip says it: “Total” and “10 M or more”. */
export interface FilterLabel {
  /** What the service calls it, where it says how many would be shown without it. */
  readonly criterion: string;
  readonly label: string;
  readonly value: string;
  /** What takes it away. */
  readonly cleared: Partial<Filters>;
}

/** The filters that are set, as their chips say them. */
export function filterLabels(
  format: Format,
  { thematics, tokens, largest, total, moved, created, attributes }: Filters,
  period: DirectoryPeriod,
  nameOf: (thematicId: string) => string,
): readonly FilterLabel[] {
  const all: FilterLabel[] = [];
  const add = (criterion: string, label: string, value: string, cleared: Partial<Filters>) =>
    all.push({ criterion, label, value, cleared });
  if (thematics.length > 0) {
    add('thematic', 'Holds', thematics.map(nameOf).join(' or '), { thematics: [] });
  }
  if (tokens.length > 0) add('token', 'Holds', tokens.join(' or '), { tokens: [] });
  if (largest !== null) {
    add('largest', 'Largest position', shareText(largest), { largest: null });
  }
  if (total !== null) add('total', 'Total', totalText(format, total), { total: null });
  if (moved !== null) add('return', `Past ${period}`, moveText(moved), { moved: null });
  if (created !== null) add('created', 'Created', createdText(format, created), { created: null });
  for (const { name, values } of attributes) {
    const others = attributes.filter((one) => one.name !== name);
    add(`attribute.${name}`, name, values.map(valueText).join(' or '), { attributes: others });
  }
  return all;
}

const valueText = (value: string): string => (value === '' ? 'empty' : value);

function totalText(format: Format, { from, to }: Range): string {
  if (from === null) return `up to ${short(format, to ?? 0)}`;
  return to === null
    ? `${short(format, from)} or more`
    : `${short(format, from)} to ${short(format, to)}`;
}

function shareText({ from, to }: Range): string {
  if (from === null) return `up to ${to}\u2009%`;
  return to === null ? `${from}\u2009% or more` : `${from} to ${to}\u2009%`;
}

/** A limit as it was set, no digit more: `10 M`, `2.5 M`, `800`. */
function short(format: Format, value: number): string {
  return format.tick(value, { step: Math.abs(value), largest: Math.abs(value) });
}

const directionText: Record<Move['direction'], string> = {
  up: 'up',
  down: 'down',
  level: 'unchanged',
  either: 'up or down',
};

function moveText({ direction, least }: Move): string {
  return least === null
    ? directionText[direction]
    : `${directionText[direction]} ${least}\u2009% or more`;
}

function createdText(format: Format, created: CreatedWhen): string {
  if (created.past !== null) return `past ${created.past}`;
  const { from, to } = created;
  if (from === null) return `until ${format.date(to)}`;
  return to === null ? `since ${format.date(from)}` : `${format.date(from)} to ${format.date(to)}`;
}
