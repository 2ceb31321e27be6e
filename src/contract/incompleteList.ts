import * as z from 'zod/mini';

/**
 * Why a list is not complete: the service reports more rows and not where they are (`fewer`), says that there are more and not
 * where (`unsaid`), refers to another address (`elsewhere`), refuses the next page (`refused`), repeats a page (`repeated`), or
 * the list exceeds our limits (`endless`); or it is still being read (`unfinished`).
 */
export const incompleteKinds = [
  'fewer',
  'unsaid',
  'elsewhere',
  'refused',
  'repeated',
  'endless',
  'unfinished',
] as const;

/** A list that was not read to its end: no sum over its rows is complete. `reported`: the service's own count, null without one. */
export const incompleteList = z.looseObject({
  kind: z.enum(incompleteKinds),
  /** One of its rows: user, wallet, thematic, webhook, record. */
  what: z.string(),
  read: z.number(),
  reported: z.nullable(z.number()),
});
export type IncompleteList = z.infer<typeof incompleteList>;

const grouped = new Intl.NumberFormat('en');

const reasons: Readonly<Record<IncompleteList['kind'], string>> = {
  fewer: 'the service does not say where the others are',
  unsaid: 'the service has more and does not say where',
  elsewhere: 'the list goes on at another address, which is not followed',
  refused: 'the service refuses the next page',
  repeated: 'the next page repeats one that was read',
  endless: 'the list is too long',
  unfinished: 'the list is still being read',
};

/** The fact as a sentence: “20 of 60 users read: the service does not say where the others are.” */
export function incompleteText(
  { kind, what, read, reported }: IncompleteList,
  number: (value: number) => string = (value) => grouped.format(value),
): string {
  const count = reported === null ? number(read) : `${number(read)} of ${number(reported)}`;
  const noun = (reported ?? read) === 1 ? what : `${what}s`;
  return `${count} ${noun} read: ${reasons[kind]}.`;
}
