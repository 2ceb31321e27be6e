import * as z from 'zod/mini';
import { repeatable, someText, type CsvColumnKind } from './directoryParameters.ts';

/** A grouping of users: by the values of an attribute, or by the thematics that they hold. */
export type GroupBy = 'thematic' | `attribute.${string}`;

export const isGroupBy = (it: string): it is GroupBy =>
  it === 'thematic' || /^attribute\.(?!name$)./s.test(it);

/** `thematic`, `attribute.country` */
export const groupingName = z.pipe(
  someText.check(
    z.refine(isGroupBy, 'it must be thematic, or attribute.NAME with a NAME other than name'),
  ),
  z.transform((it: string): GroupBy => (isGroupBy(it) ? it : 'thematic')),
);

export const groupBy = repeatable(groupingName, 2);

/** CSV columns of groups and their kinds. */
export const groupCsvKinds = {
  value: 'plain',
  count: 'plain',
  unknown: 'plain',
  total: 'money',
  share: 'share',
  change: 'money',
  flow: 'money',
  return: 'share',
  asOf: 'plain',
} as const satisfies Readonly<Record<string, CsvColumnKind>>;
export type GroupCsvColumn = keyof typeof groupCsvKinds;
