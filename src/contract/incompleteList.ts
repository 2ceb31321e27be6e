import * as z from 'zod/mini';

/**
 * Why a list is not complete: the service reports more rows than it sends (`fewer`), announces more without an address
 * (`unsaid`), refers to another host (`elsewhere`), rejects the next page (`refused`), repeats a page (`repeated`), exceeds our
 * limits (`endless`), or is not completely read yet (`unfinished`).
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

/** An incomplete list, whose sums are incomplete too. `reported`: the service's own count, null without one. */
export const incompleteList = z.looseObject({
  kind: z.enum(incompleteKinds),
  /** Kind of its rows: user, wallet, thematic, webhook, record. */
  what: z.string(),
  read: z.number(),
  reported: z.nullable(z.number()),
});
export type IncompleteList = z.infer<typeof incompleteList>;

const reasons: Readonly<Record<IncompleteList['kind'], string>> = {
  fewer: 'the service gives no address for the others',
  unsaid: 'the service has more and gives no address for them',
  elsewhere: 'the list continues at another host, which is not followed',
  refused: 'the service rejects the next page',
  repeated: 'the next page repeats an earlier one',
  endless: 'the list is too long',
  unfinished: 'reading is still in progress',
};

/** Returns a sentence: “20 of 60 users read: the service gives no address for the others.” */
export function incompleteText(
  { kind, what, read, reported }: IncompleteList,
  number: (value: number) => string = (value) => value.toLocaleString('en'),
): string {
  const count = reported === null ? number(read) : `${number(read)} of ${number(reported)}`;
  const noun = (reported ?? read) === 1 ? what : `${what}s`;
  return `${count} ${noun} read: ${reasons[kind]}.`;
}
