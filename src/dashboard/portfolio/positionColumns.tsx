import type { Token } from '#contract/token.ts';
import { useWhyUnknown } from '../api/service.ts';
import type { Column } from '../design/columns.ts';
import { Unknown } from '../design/Unknown.tsx';
import classes from './positionColumns.module.css';
import { type Format, useFormat } from '../preferences/format.ts';
import { formatDuration } from '../preferences/instants.ts';

interface OfToken {
  readonly token: Token;
  /** Another token has the same symbol, so only the id distinguishes them. */
  readonly sharesSymbol?: boolean;
}

export interface Position extends OfToken {
  /** null: not known, or not held. */
  readonly amount: number | null;
  readonly total: number | null;
  readonly isMissing?: boolean;
}

export function tokenColumns<Row extends OfToken>(format: Format, currency: string | null) {
  return {
    token: {
      id: 'token',
      header: 'Token',
      cell: (row: Row) => <TokenCell {...row} />,
      title: ({ token }: Row) => `${token.name} (${token._id})`,
      skeleton: 120,
      sort: { value: ({ token }: Row) => token.symbol, ascending: 'By symbol', descending: null },
      csv: {
        token: ({ token }: Row) => token._id,
        symbol: ({ token }: Row) => token.symbol,
        name: ({ token }: Row) => token.name,
      },
      narrow: 'head',
    },
    price: {
      id: 'price',
      header: 'Price',
      unit: currency,
      kind: 'figure',
      isSoft: true,
      cell: ({ token }: Row) => <Price token={token} />,
      figure: { of: ({ token }: Row) => token.price, text: format.price },
      skeleton: 64,
      sort: {
        value: ({ token }: Row) => token.price,
        descending: 'Highest price first',
        ascending: 'Lowest price first',
      },
      csv: {
        price: ({ token }: Row) => token.price,
        priceAt: ({ token }: Row) => token.priceAt,
      },
      width: 120,
      wide: 180,
      from: 800,
    },
  } as const satisfies Readonly<Record<string, Column<Row>>>;
}

export function positionColumns<Row extends Position>(format: Format, currency: string | null) {
  return {
    ...tokenColumns<Row>(format, currency),
    amount: {
      id: 'amount',
      header: 'Amount',
      kind: 'figure',
      isSoft: true,
      cell: ({ amount }: Row) => format.amount(amount),
      figure: { of: ({ amount }: Row) => amount, text: format.amount },
      skeleton: 72,
      sort: { value: ({ amount }: Row) => amount },
      csv: { amount: ({ amount }: Row) => amount },
      privacy: 'amount',
      width: 152,
      wide: 200,
      narrow: 'left',
    },
    total: {
      id: 'total',
      header: 'Total',
      unit: currency,
      kind: 'figure',
      cell: ({ total }: Row) => format.total(total),
      figure: { of: ({ total }: Row) => total, text: format.total, isSummed: true },
      skeleton: 96,
      sort: {
        value: ({ total }: Row) => total,
        opens: 'descending',
        descending: 'Largest first',
        ascending: 'Smallest first',
      },
      csv: { total: ({ total }: Row) => total },
      privacy: 'amount',
      width: 148,
      wide: 200,
      narrow: 'value',
    },
  } as const satisfies Readonly<Record<string, Column<Row>>>;
}

export function TokenCell({ token, sharesSymbol }: Pick<Position, 'token' | 'sharesSymbol'>) {
  return (
    <>
      <bdi className={classes.symbol}>{token.symbol}</bdi> <PriceAge token={token} />
      <bdi className={classes.name}>{token.name}</bdi>
      {sharesSymbol === true && <bdi className={classes.name}> {token._id}</bdi>}
    </>
  );
}

export function Price({ token: { price } }: { readonly token: Pick<Token, 'price'> }) {
  const format = useFormat();
  const whyNoPrices = useWhyUnknown('prices');
  if (price !== null) return format.price(price);
  return <Unknown why={whyNoPrices === null ? 'No price yet' : noReportedPrice} />;
}

const noReportedPrice = 'No price reported by any thematic or wallet read';

/** A price that ended looks like a price that does not move, so the age of an old price is shown. */
function PriceAge({ token: { priceAt, priceAgeSeconds } }: { readonly token: Token }) {
  const format = useFormat();
  if (priceAgeSeconds === undefined) return null;
  return (
    <span className={classes.outdated} title={`Price of ${format.dateTime(priceAt)}`}>
      price {formatDuration(priceAgeSeconds * 1000)} old
    </span>
  );
}
