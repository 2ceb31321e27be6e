import type { Column } from '../../design/columns.ts';
import { type Category, categoryColour } from '../../portfolio/categories.ts';
import { CategoryKey } from '../../portfolio/CategoryKey.tsx';
import { positionColumns } from '../../portfolio/positionColumns.tsx';
import { urls } from '../../url/urls.ts';
import classes from './holdings.module.css';
import type { MergedPosition } from './mergePositions.ts';
import { ShareCell, shareHead } from './ShareCell.tsx';
import type { Format } from '../../preferences/format.ts';

interface MergedColumnsOptions {
  readonly customId: string;
  /** The largest share of the table, whose bar is the longest. */
  readonly largest: number;
  readonly nameOf: (thematicId: string) => string;
  readonly categories: ReadonlyMap<string, Category>;
}

/** A token over all wallets. The row leads to the wallet that holds the most of it; the others are beside it. */
export function mergedColumns(
  format: Format,
  options: MergedColumnsOptions,
): readonly Column<MergedPosition>[] {
  const { customId, largest, nameOf, categories } = options;
  const { token, amount, price, total } = positionColumns<MergedPosition>(format, format.currency);
  const colourOf = ([first = '', ...others]: readonly string[]) =>
    categoryColour(others.length > 0 ? undefined : categories.get(first));
  return [
    {
      ...token,
      href: ({ heldIn: [first] }) =>
        first === undefined ? urls.user(customId) : urls.wallet(customId, first),
    },
    amount,
    { ...price, from: 1100 },
    total,
    {
      id: 'share',
      header: 'Share',
      head: shareHead,
      kind: 'figure',
      cell: ({ share, heldIn }) => (
        <ShareCell share={share} part={(share ?? 0) / largest} colour={colourOf(heldIn)} />
      ),
      csv: { share: ({ share }) => share },
      privacy: 'share',
      width: 158,
      narrow: 'right',
    },
    {
      id: 'wallets',
      header: 'In wallets',
      cell: ({ heldIn }) =>
        heldIn.map((id) => (
          <a key={id} href={urls.wallet(customId, id)} className={classes.wallet}>
            <CategoryKey category={categories.get(id)} />
            <bdi>{nameOf(id)}</bdi>
          </a>
        )),
      title: ({ heldIn }) => heldIn.map(nameOf).join(', '),
      sort: {
        value: ({ heldIn }) => heldIn.length,
        descending: 'In most wallets',
        ascending: null,
      },
      csv: { thematics: ({ heldIn }) => heldIn.join(' ') },
      width: 168,
      wide: 320,
      narrow: 'third',
    },
  ];
}
