import type { Dialect } from './dialect.ts';
import type { TrueRecord, TrueThematic, TrueUser, TrueWallet } from './truth.ts';
import { flaws, ids, numbers, records, spellings, times } from './writing.ts';

/** Returns the true history without the parts that a dialect omits. */
export function carriedHistory(
  dialect: Dialect,
  truth: readonly TrueRecord[],
): readonly TrueRecord[] {
  return dialect.flaws.reduce((all, flaw) => flaws[flaw].carries(all), truth);
}

const toldIf = (isTold: boolean, fields: Record<string, unknown>) => (isTold ? fields : {});

export function createWriter(dialect: Dialect) {
  const id = dialect.id.slice(1, -1);
  const total = dialect.total.slice(1, -1);
  const weight = dialect.weight.slice(1, -1);
  const time = (at: number) => times[dialect.time](at);
  const name = spellings[dialect.names];
  const number = (value: number) => numbers[dialect.number](value);
  const dated = (fields: Record<string, number>) =>
    toldIf(
      dialect.dates,
      Object.fromEntries(Object.entries(fields).map(([field, at]) => [name(field), time(at)])),
    );
  const isTold = dialect.totals === 'of users, wallets and positions';

  const prices = {
    'a number': number,
    '`{ usd, updatedAt }`': (price: number) => ({ usd: number(price), updatedAt: time(0) }),
    '`{ value, currency }`': (price: number) => ({ value: number(price), currency: 'USD' }),
  };
  const token = (one: TrueThematic['tokens'][number]['token']) =>
    dialect.token === 'an id'
      ? one.id
      : {
          [id]: one.id,
          symbol: one.symbol,
          name: one.name,
          price: prices[dialect.price](one.price),
        };

  const thematic = (one: TrueThematic) => ({
    [id]: one.id,
    name: one.name,
    description: one.description,
    [total]: number(one.total),
    ...toldIf(dialect.thematics !== 'thematics without tokens', {
      tokens: one.tokens.map((part) => ({
        token: token(part.token),
        [weight]: number(part.weight),
      })),
    }),
    ...dated({ createdAt: one.createdAt, updatedAt: one.createdAt }),
  });

  const wallet = (one: TrueWallet, owner: TrueUser, thematicName: string) => ({
    [id]: ids[dialect.ids](one.id),
    user: {
      'the customId': owner.customId,
      'the id of the service': ids[dialect.ids](owner.id),
      'an object': { [id]: ids[dialect.ids](owner.id), [name('customId')]: owner.customId },
    }[dialect.user],
    thematics:
      dialect.thematic === 'an id' ? one.thematic : { [id]: one.thematic, name: thematicName },
    ...toldIf(isTold, { [total]: number(one.total) }),
    tokens: one.positions.map((position) => ({
      token: token(position.token),
      amount: number(position.amount),
      ...toldIf(dialect.totals !== 'none', { [total]: number(position.total) }),
    })),
    ...dated({ updatedAt: one.updatedAt }),
  });

  const user = (one: TrueUser, wallets: readonly unknown[] | null) => ({
    ...(dialect.attributes === 'fields of the user'
      ? one.attributes
      : { json: JSON.stringify(one.attributes) }),
    [id]: ids[dialect.ids](one.id),
    [name('customId')]: one.customId,
    ...dated({ createdAt: one.createdAt, updatedAt: one.updatedAt }),
    ...toldIf(isTold, {
      [total]: number(one.total),
      [name('walletCount')]: one.wallets.length,
    }),
    ...(wallets === null ? {} : { wallets }),
  });

  const history = (truth: readonly TrueRecord[]) => {
    const flawed = dialect.flaws.reduce((all, flaw) => flaws[flaw].does(all), truth);
    return records[dialect.record](
      flawed.map((record) => ({
        at: time(record.at),
        total: record.total === null ? null : number(record.total),
      })),
    );
  };

  const one = (ownName: string, content: unknown): unknown =>
    ({
      bare: content,
      'under `data`': { data: content },
      'under its own name': { [ownName]: content },
    })[dialect.one];

  return { id, time, thematic, wallet, user, history, one };
}
