import type { ShockColumn, ShockedToken, ShockedUser } from '#contract/shock.ts';
import type { Column } from '../design/columns.ts';
import { Change, changeFigure } from '../portfolio/Change.tsx';
import type { Format } from '../preferences/format.ts';
import { urls } from '../url/urls.ts';

/** A loss is shown as a change in value, whose sign, arrow and color tell it from a gain. */
export const changeOfLoss = (loss: number | null): number | null =>
  loss === null ? null : 0 - loss;

const notKnown = 'Some holdings are not known.';
const why = ({ loss }: { readonly loss: number | null }) => (loss === null ? notKnown : undefined);

export function shockedUserColumns(format: Format): readonly Column<ShockedUser>[] {
  return [
    {
      id: 'customId',
      header: 'User',
      href: ({ customId }) => urls.user(customId),
      cell: ({ customId, name }) => (
        <>
          <bdi>{customId}</bdi> <bdi style={{ color: 'var(--ink-3)' }}>{name}</bdi>
        </>
      ),
      title: ({ customId, name }) => (name === null ? customId : `${name} (${customId})`),
      skeleton: 120,
      sort: { ascending: 'Id, A to Z', descending: 'Id, Z to A' },
      narrow: 'head',
    },
    {
      id: 'total',
      header: 'Total now',
      unit: format.currency,
      kind: 'figure',
      cell: ({ total }) => format.total(total),
      figure: { of: ({ total }) => total, text: format.total },
      skeleton: 98,
      sort: {},
      width: 168,
      wide: 220,
      from: 560,
    },
    {
      id: 'after',
      header: 'Total after',
      unit: format.currency,
      kind: 'figure',
      cell: ({ after }) => format.total(after),
      title: why,
      figure: { of: ({ after }) => after, text: format.total },
      skeleton: 98,
      sort: {},
      width: 168,
      wide: 220,
      from: 720,
      narrow: 'left',
    },
    {
      id: 'loss',
      header: 'Change in value',
      unit: format.currency,
      kind: 'figure',
      cell: ({ loss }) => <Change value={changeOfLoss(loss)} format={format.change} />,
      title: why,
      figure: changeFigure(({ loss }) => changeOfLoss(loss), format.change),
      skeleton: 98,
      sort: { descending: 'Worst first', ascending: 'Best first' },
      width: 176,
      wide: 220,
      narrow: 'value',
    },
    {
      id: 'share',
      header: 'Change, %',
      kind: 'figure',
      cell: ({ share }) => <Change value={changeOfLoss(share)} />,
      title: why,
      skeleton: 56,
      sort: { descending: 'Worst percentage first', ascending: 'Best percentage first' },
      width: 120,
      wide: 160,
      narrow: 'right',
    },
  ] satisfies readonly (Column<ShockedUser> & { readonly id: ShockColumn })[];
}

export function shockedTokenColumns(format: Format): readonly Column<ShockedToken>[] {
  return [
    {
      id: 'token',
      header: 'Token',
      href: ({ token }) => urls.token(token),
      cell: ({ symbol, name }) => (
        <>
          <bdi>{symbol}</bdi> <bdi style={{ color: 'var(--ink-3)' }}>{name}</bdi>
        </>
      ),
      skeleton: 120,
      sort: { value: ({ symbol }) => symbol },
      narrow: 'head',
    },
    {
      id: 'factor',
      header: 'Change in price',
      kind: 'figure',
      cell: ({ factor }) => <Change value={factor - 1} format={format.market.percentChange} />,
      title: ({ factor }) => `Price × ${format.market.exact(factor)}`,
      skeleton: 56,
      sort: { value: ({ factor }) => factor },
      width: 160,
      narrow: 'right',
    },
    {
      id: 'total',
      header: 'Held now',
      unit: format.currency,
      kind: 'figure',
      cell: ({ total }) => format.total(total),
      figure: { of: ({ total }) => total, text: format.total },
      skeleton: 98,
      sort: { value: ({ total }) => total },
      width: 168,
      from: 560,
      narrow: 'left',
    },
    {
      id: 'loss',
      header: 'Change in value',
      unit: format.currency,
      kind: 'figure',
      cell: ({ loss }) => <Change value={changeOfLoss(loss)} format={format.change} />,
      figure: changeFigure(({ loss }) => changeOfLoss(loss), format.change),
      skeleton: 98,
      sort: { value: ({ loss }) => loss, descending: 'Worst first', ascending: 'Best first' },
      width: 176,
      narrow: 'value',
    },
  ];
}
