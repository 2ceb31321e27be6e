import type { NearestUser } from '#contract/peers.ts';
import type { Column } from '../../design/columns.ts';
import type { Format } from '../../preferences/format.ts';

type ComparedUser = Pick<NearestUser, 'customId' | 'name' | 'similarity'>;

export const comparedUser = (hrefOf: (customId: string) => string): Column<ComparedUser> => ({
  id: 'user',
  header: 'User',
  href: ({ customId }) => hrefOf(customId),
  cell: ({ customId }) => <bdi>{customId}</bdi>,
  title: ({ name, customId }) => name ?? customId,
  skeleton: 120,
  narrow: 'head',
});

export const similarityColumn = (format: Format, formula: string): Column<ComparedUser> => ({
  id: 'similarity',
  header: 'Similar',
  kind: 'figure',
  isSoft: true,
  cell: ({ similarity }) => format.share(similarity),
  title: () => formula,
  skeleton: 40,
  width: 96,
  narrow: 'right',
});

/** “of 239 users, 2 with unknown weights”; undefined until known. */
export function comparedText(
  format: Format,
  answer: { readonly compared: number; readonly unknown: number } | undefined,
  noun: string,
): string | undefined {
  if (answer === undefined) return undefined;
  const { compared, unknown } = answer;
  const others = unknown === 0 ? '' : `, ${format.number(unknown)} with unknown weights`;
  return `of ${format.count(compared, noun)}${others}`;
}
