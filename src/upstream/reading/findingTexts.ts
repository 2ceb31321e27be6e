import type { HistoryType } from '#contract/historyType.ts';
import type { UnreadPart } from '#contract/responseNotes.ts';
import { attributeLimits } from '#contract/user.ts';

// The parser records findings as kinds and names. Only this file turns them into text.

/** Reasons for unreadable values. They complete the sentence "could not be read: …". */
const reasonTexts = {
  'no-number': 'not a number',
  'empty-text': 'an empty text',
  'huge-number': 'a number too large for a 64-bit float',
  'ambiguous-comma':
    'ambiguous: a comma before exactly three digits can be a decimal or a thousands separator',
  'no-time': 'not a time',
  'far-time': 'a time outside the years 0 to 9999',
  'no-id': 'not an id',
  'inexact-id': 'not a whole number, or too long to be exact',
  'unusable-id': 'an id that a URL cannot carry',
  'not-there': 'missing',
  'not-found': 'answered with 404',
  'no-list': 'no list in it',
  'no-history': 'no history of the requested type in it',
  'no-object': 'neither objects nor ids',
  'no-pair': 'neither objects nor pairs',
  'error-answer': 'an error instead',
  'without-id': 'no id in them',
  'without-token': 'no token in them',
  'without-url': 'no url in them',
  'without-type': 'no type in them',
  'not-a-list': 'not a list',
  'not-one': 'not one of each wallet',
  'not-whole': 'not a whole number',
  'weight-sum': 'their sum is neither 1 nor 100',
  future: 'more than a day in the future',
  'own-name': 'a name reserved for the service',
  'inexact-number': 'a number too long to be exact',
  'too-deep': `nested deeper than ${attributeLimits.levels} levels`,
} as const;

export interface Reason {
  readonly kind: keyof typeof reasonTexts;
  readonly field?: 'time' | 'total';
}

export function unreadView({ kind, field, ...part }: UnreadData): UnreadPart {
  const text = reasonTexts[kind];
  const { what, count, example, of } = part;
  return {
    what,
    why: field === undefined ? text : `their ${field} is ${text}`,
    count,
    example,
    of,
  };
}

type UnreadData = Pick<UnreadPart, 'what' | 'count' | 'example' | 'of'> & Reason;

/** Variations between services in how they write an answer. {} is replaced by a name. */
const shapeTexts = {
  list: 'list under {}',
  'one-of-list': 'list of one',
  object: 'object under {}',
  history: 'history under {}',
  'typed-histories': 'a list of histories with their types',
  'list-pages': 'list in pages',
  'history-pages': 'history in pages',
  'bare-ids': '{}s as ids',
  'totals-by-time': 'an object of totals by time',
  columns: 'columns {}',
  pairs: 'records as pairs',
  time: 'time under {}',
  total: 'total under {}',
  unordered: 'records not in order',
  'text-numbers': 'numbers as text',
  'digit-groups': 'digits in groups',
  'comma-thousands': 'commas as thousands separators',
  'point-thousands': 'points as thousands separators',
  'comma-decimals': 'commas as decimal separators',
  'text-times': 'times as numeric text',
  'epoch-seconds': 'epoch seconds',
  'epoch-milliseconds': 'epoch milliseconds',
  'zoneless-times': 'ISO times without a zone, read as UTC',
  'iso-times': 'ISO times',
  'json-attributes': 'attributes as text under json',
  'per-cent': 'weights in percent',
  'flat-tokens': 'positions without a token object',
  'price-objects': 'prices as objects',
} as const;

export type ShapeKind = keyof typeof shapeTexts;

export interface Shape {
  readonly kind: ShapeKind;
  /** A field name that differs between services, or an empty text. */
  readonly name: string;
}

export function shapeText({ kind, name }: Shape): string {
  return shapeTexts[kind].replace('{}', () => name);
}

/** Remarks shown next to a value. */
export type Note =
  | { readonly kind: 'listed-twice' | 'merged-wallets'; readonly names: readonly string[] }
  | { readonly kind: 'other-user' }
  | { readonly kind: 'shorter-history'; readonly type: HistoryType }
  | { readonly kind: 'shared-times'; readonly count: number };

export function noteText(note: Note): string {
  if ('names' in note) {
    const names = inWords(note.names);
    return note.kind === 'listed-twice'
      ? `Listed twice: ${names}. The last one counts.`
      : `Several wallets of one user are in one thematic: ${names}. They are shown as one wallet with all their positions.`;
  }
  if (note.kind === 'other-user') return 'The service answered with another customId.';
  if (note.kind === 'shorter-history')
    return `The service has no complete history here; its ${note.type} history is shown.`;
  const records = note.count === 1 ? 'One record has' : `${note.count} records have`;
  return `${records} the time of another one: the last one of each time counts.`;
}

const maxNamed = 5;
const maxNameLength = 60;

/** Joins names for a sentence, with at most five of them: `a, b and 7 more`. */
export function inWords(names: readonly string[]): string {
  const named = names
    .slice(0, maxNamed)
    .map((name) => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name))
    .join(', ');
  return names.length > maxNamed ? `${named} and ${names.length - maxNamed} more` : named;
}
