import { Text } from '@mantine/core';
import { formatTime } from '#contract/time.ts';
import type { Column } from '../design/columns.ts';
import type { Span } from '../chart/scene.ts';
import { Change, changeFigure } from '../portfolio/Change.tsx';
import type { Format } from '../preferences/format.ts';
import { urls } from '../url/urls.ts';
import { endLabels, changeLabels } from './changesText.ts';
import { NarrowLabel } from './NarrowLabel.tsx';
import {
  type ChangeKind,
  changeKinds,
  type ChangeParts,
  type TokenChange,
} from './tokenChanges.ts';

export function tokenChangeColumns(
  format: Format,
  span: Span,
  hasResidual: boolean,
): readonly Column<TokenChange>[] {
  const [from, to] = endLabels(format, span);
  const ends = { from, to } as const;
  return [
    changedTokenColumn(span),
    kindColumn('Holding'),
    {
      id: 'amount',
      header: 'Amount',
      kind: 'figure',
      isSoft: true,
      cell: ({ amount }) => pairText(format.amount, amount),
      figure: {
        // Below 0: unchanged, so the cell has one figure.
        of: ({ amount: { from: held, to: left } }) =>
          held === left ? -held : Math.max(held, left),
        text: (value) =>
          value < 0
            ? format.amount(-value)
            : pairText(format.amount, { from: value, to: value === 0 ? 0 : value + 1 }),
      },
      title: ({ amount }) => pairText(format.amount, amount),
      sort: { value: ({ amount }) => amount.to },
      csv: { amountFrom: ({ amount }) => amount.from, amountTo: ({ amount }) => amount.to },
      privacy: 'amount',
      width: 112,
      from: 1200,
    },
    {
      id: 'prices',
      header: 'Price',
      kind: 'figure',
      isSoft: true,
      cell: ({ price }) => pairText(format.price, price),
      figure: {
        of: ({ price }) => Math.max(price.from ?? 0, price.to ?? 0),
        text: (value) => pairText(format.price, { from: value, to: value + 1 }),
      },
      title: ({ price }) => pairText(format.price, price),
      sort: { value: ({ price }) => price.to },
      csv: { priceFrom: ({ price }) => price.from, priceTo: ({ price }) => price.to },
      width: 144,
      from: 1280,
    },
    ...(['from', 'to'] as const).map((end): Column<TokenChange> => ({
      id: `value-${end}`,
      header: `Value, ${ends[end]}`,
      kind: 'figure',
      cell: ({ value, printed }) => (
        <>
          <NarrowLabel>value</NarrowLabel>
          {printedText(format.total, value[end], printed[end])}
        </>
      ),
      title: ({ amount, price }) => `${format.amount(amount[end])} × ${format.price(price[end])}`,
      figure: { of: ({ value }) => value[end], text: format.total, isSummed: true },
      sort: { value: ({ value }) => value[end] },
      csv: { [`value${csvEnds[end]}`]: ({ value }) => value[end] },
      privacy: 'amount',
      // A date of another year has its year.
      width: ends[end].length > 8 ? 160 : 128,
      from: 720,
      ...(end === 'to' && { narrow: 'last' }),
    })),
    partColumn(format, {
      id: 'price',
      header: 'By price',
      of: 'byPrice',
      narrow: 'right',
      narrowLabel: 'price',
    }),
    partColumn(format, {
      id: 'flow',
      header: 'By flow',
      of: 'byFlow',
      narrow: 'left',
      narrowLabel: 'flow',
    }),
    ...(hasResidual
      ? [partColumn(format, { id: 'residual', header: 'Residual', of: 'residual' })]
      : []),
    partColumn(format, { id: 'change', header: 'Change', of: 'change', narrow: 'value' }),
  ];
}

export const kindColumn = (header: string) =>
  ({
    id: 'kind',
    header,
    cell: ({ kind }: OfKind) => <Kind kind={kind} />,
    skeleton: 64,
    sort: {
      value: ({ kind }: OfKind) => changeKinds.indexOf(kind),
      opens: 'ascending',
      ascending: 'Came, went, changed',
      descending: null,
    },
    csv: { [header.toLowerCase()]: ({ kind }: OfKind) => changeLabels[kind].toLowerCase() },
    width: 100,
    narrow: 'third',
  }) as const satisfies Column<OfKind>;

interface OfKind {
  readonly kind: ChangeKind;
}

interface OfTokenChange {
  readonly token: TokenChange['token'];
}

/** “12.00 → 15.00”, or one figure if both are equal. */
function pairText<T extends number | null>(
  text: (value: T) => string,
  { from, to }: { readonly from: T; readonly to: T },
): string {
  const [before, after] = [text(from), text(to)];
  return before === after ? after : `${before} → ${after}`;
}

/** The CSV repeats the two instants in each row. */
export const changedTokenColumn = (span: Span) =>
  ({
    id: 'token',
    header: 'Token',
    cell: ({ token }: OfTokenChange) => (
      <>
        <bdi>{token.symbol}</bdi>{' '}
        <Text span inherit c="dimmed">
          <bdi>{token.name}</bdi>
        </Text>
      </>
    ),
    whole: ({ token }: OfTokenChange) => `${token.symbol} ${token.name}`,
    title: ({ token }: OfTokenChange) => `${token.name} (${token._id})`,
    href: ({ token }: OfTokenChange) => urls.token(token._id),
    skeleton: 120,
    sort: {
      value: ({ token }: OfTokenChange) => token.symbol,
      ascending: 'By symbol',
      descending: null,
    },
    csv: {
      from: () => formatTime(span.from),
      to: () => formatTime(span.to),
      token: ({ token }: OfTokenChange) => token._id,
      symbol: ({ token }: OfTokenChange) => token.symbol,
      name: ({ token }: OfTokenChange) => token.name,
    },
    narrow: 'head',
  }) as const satisfies Column<OfTokenChange>;

const csvEnds = { from: 'From', to: 'To' } as const;

interface PartColumn extends Pick<Column<TokenChange>, 'id' | 'header' | 'narrow'> {
  readonly of: 'byPrice' | 'byFlow' | 'residual' | 'change';
  /** Names the figure on a phone, where the table has no head. */
  readonly narrowLabel?: string;
}

/** A flow is neither gain nor loss, so it has no color. */
function partColumn(
  format: Format,
  { of, narrowLabel, ...column }: PartColumn,
): Column<TokenChange> {
  return {
    ...column,
    kind: 'figure',
    cell: (row) => (
      <>
        {narrowLabel !== undefined && <NarrowLabel>{narrowLabel}</NarrowLabel>}
        <Part part={of} format={format} value={row.value} printed={row.printed} />
      </>
    ),
    figure: { ...changeFigure((row) => row.value[of], format.change), isSummed: true },
    sort: {
      value: (row) => row.value[of],
      ascending: `${column.header}, lowest first`,
      descending: `${column.header}, highest first`,
    },
    csv: { [of]: (row) => row.value[of] },
    privacy: 'amount',
    width: 120,
  };
}

interface PartProps {
  readonly part: PartColumn['of'];
  readonly format: Format;
  /** As computed, and as printed. */
  readonly value: ChangeParts;
  readonly printed: ChangeParts;
}

export function Part({ part, format, value, printed }: PartProps) {
  const text = printedText(format.change, value[part], printed[part]);
  return part === 'byPrice' ? <Change value={value[part]} format={() => text} /> : text;
}

/** A figure that is rounded to 0 is not 0. */
function printedText(format: (value: number) => string, value: number, printed: number): string {
  return format(printed === 0 && Math.abs(value) >= smallest ? value : printed);
}
const smallest = 1e-9;

function Kind({ kind }: { readonly kind: ChangeKind }) {
  return (
    <Text span inherit {...(kind === 'same' && { c: 'dimmed' })}>
      {changeLabels[kind]}
    </Text>
  );
}
