import type { AuditChange, ChangedField, EntryChange } from '#contract/auditChange.ts';
import { day, minute } from '#contract/historyType.ts';
import { isObject, sameJson } from '#contract/mergePatch.ts';
import type { Format } from '../preferences/format.ts';
import { offsetAt } from '../preferences/timeZones.ts';
import type { Thematics } from './useThematics.ts';

export interface ChangeText {
  readonly label: string;
  readonly values: string;
  readonly isPersonal: boolean;
  readonly thematicId: string | null;
}

const fieldLabels: Readonly<Record<ChangedField, string>> = {
  attribute: 'Attribute',
  holdings: 'Holdings',
  name: 'Name',
  description: 'Description',
  weights: 'Weights',
  events: 'Events',
  status: 'Status',
  secret: 'Secret replaced',
  role: 'Role',
  expires: 'Expires',
  address: 'Address',
  shared: 'Shared',
  home: 'Home page',
  pricesReceived: 'Prices received',
  pricesChanged: 'Prices changed',
  sampleUsers: 'Sample users',
  more: 'Changes not listed',
};

const entryWords: Readonly<Record<EntryChange, string>> = {
  new: 'recorded',
  corrected: 'corrected',
  restored: 'restored',
  withdrawn: 'withdrawn',
};

const maxTokens = 5;

export function changeTexts(
  changes: readonly AuditChange[],
  format: Format,
  thematics: Thematics,
): ChangeText[] {
  return changes.flatMap((change) => textsOf(change, format, thematics));
}

export function changesLine(texts: readonly ChangeText[], format: Format): string {
  const [first, ...others] = texts;
  if (first === undefined) return '';
  const { label, values, isPersonal, thematicId } = first;
  const isHidden =
    values === '' || thematicId !== null || (isPersonal && format.preferences.privacy !== 'off');
  const text = isHidden ? label : `${label}: ${values}`;
  return others.length === 0 ? text : `${text} and ${format.count(others.length, 'more change')}`;
}

function textsOf(change: AuditChange, format: Format, thematics: Thematics): ChangeText[] {
  const { field, of = '', before, after, from, entry, isCut } = change;
  if (field === 'attribute') {
    return attributeTexts(attributeLabel(of), change).map((text) => ({
      ...text,
      isPersonal: true,
      thematicId: null,
    }));
  }
  // Holdings, and whatever else a statement contains.
  const isOfWallet = of !== '';
  const label = [
    known(fieldLabels, field) ?? field,
    isOfWallet ? `of ${thematics.nameOf(of)}` : '',
    from === undefined ? '' : `from ${dateText(from, format)}`,
    entry === undefined ? '' : (known(entryWords, entry) ?? entry),
  ];
  return [
    {
      label: label.filter(Boolean).join(' '),
      values: isCut === true ? tooLong : valuesOf(),
      isPersonal: isOfWallet,
      thematicId: isOfWallet ? of : null,
    },
  ];

  function valuesOf(): string {
    // Privacy mode hides the complete text.
    if (field === 'holdings') return tokenTexts(change, 'amount', format.market.amount, thematics);
    if (field === 'weights') return tokenTexts(change, 'weight', format.market.share, thematics);
    if (field === 'expires')
      return fromTo(before, after, (value) => format.dateTime(String(value)));
    if (typeof after === 'number') return format.number(after);
    return fromTo(before, after, valueText);
  }
}

const tooLong = 'too long to show';

function known(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

function dateText(at: string, format: Format): string {
  const instant = Date.parse(at);
  const isMidnight = (instant + offsetAt(instant, format.timeZone)) % day < minute;
  return isMidnight ? format.shortDate(at) : format.shortDateTime(at);
}

function attributeTexts(
  label: string,
  { before, after, isCut }: Pick<AuditChange, 'before' | 'after' | 'isCut'>,
): Pick<ChangeText, 'label' | 'values'>[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names]
      .map((name) => ({ name, before: memberOf(before, name), after: memberOf(after, name) }))
      .filter((member) => !sameJson(member.before, member.after))
      .flatMap(({ name, ...values }) => attributeTexts(`${label}, ${name}`, values));
  }
  const values = fromTo(before, after, valueText);
  return [{ label, values: isCut === true ? `${values}…` : values }];
}

const memberOf = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;

function fromTo(before: unknown, after: unknown, text: (value: unknown) => string): string {
  if (before === undefined) return after === undefined ? '' : text(after);
  return after === undefined ? `removed, was ${text(before)}` : `${text(before)} → ${text(after)}`;
}

function valueText(value: unknown): string {
  if (value === '') return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ');
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name} ${valueText(member)}`)
    .join(', ');
}

/** Formats `riskProfile` as `Risk profile`. Other forms of names stay unchanged. */
function attributeLabel(name: string): string {
  if (!/^[a-z][A-Za-z]*$/.test(name)) return name;
  const spaced = name.replaceAll(/[A-Z]+/g, (capitals) =>
    capitals.length === 1 ? ` ${capitals.toLowerCase()}` : ` ${capitals}`,
  );
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function tokenTexts(
  { before, after }: AuditChange,
  key: 'amount' | 'weight',
  figure: (value: number) => string,
  { all }: Thematics,
): string {
  const symbols = new Map(
    all.flatMap(({ tokens }) => tokens ?? []).map(({ token }) => [token._id, token.symbol]),
  );
  const [old, now] = [figuresOf(before, key), figuresOf(after, key)];
  const texts = [...new Set([...old.keys(), ...now.keys()])]
    .filter((token) => old.get(token) !== now.get(token))
    .map((token) => {
      const [was, is] = [old.get(token), now.get(token)];
      const symbol = symbols.get(token) ?? token;
      if (after === undefined) return `${symbol} ${figure(was ?? 0)}`;
      if (was === undefined) return `${symbol} ${figure(is ?? 0)}`;
      return `${symbol} ${figure(was)} → ${figure(is ?? 0)}`;
    });
  if (texts.length === 0) return after === undefined || now.size > 0 ? '' : 'no positions';
  const shown = texts.slice(0, maxTokens).join(', ');
  return texts.length > maxTokens ? `${shown} and ${texts.length - maxTokens} more` : shown;
}

function figuresOf(value: unknown, key: string): Map<string, number> {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  return new Map(
    rows.flatMap((row): [string, number][] => {
      if (!isObject(row)) return [];
      const { token, [key]: figure } = row;
      return typeof token === 'string' && typeof figure === 'number' ? [[token, figure]] : [];
    }),
  );
}
