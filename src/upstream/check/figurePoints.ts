import { isObject } from '#contract/mergePatch.ts';
import { rowsOf, unwrapped } from '../reading/lists.ts';
import { createFindings } from '../reading/findings.ts';
import { shapeText } from '../reading/findingTexts.ts';
import { readThematic, readThematicList } from '../reading/readThematics.ts';
import { readUserList } from '../reading/readUserList.ts';
import { readUser } from '../reading/readUsers.ts';
import { readWalletList } from '../reading/readWallets.ts';
import type { ForeignTotal, ForeignWallet } from '../reading/read.ts';
import { totalFrom } from '../reading/totals.ts';
import type { Exchange } from './exchanges.ts';
import {
  differs,
  each,
  notesOf,
  notTried,
  passed,
  purposed,
  sources,
  type Evidence,
  type Point,
} from './verdicts.ts';

const jsonOf = ({ answer }: Exchange): unknown => answer?.json;
const walletsIn = (exchange: Exchange) => readWalletList(jsonOf(exchange)).value;
const thematicsIn = (exchange: Exchange) =>
  exchange.call === 'getThematics'
    ? readThematicList(jsonOf(exchange)).value
    : [readThematic(jsonOf(exchange), exchange.params.id ?? '').value].filter(
        (one) => one !== null,
      );
const usersIn = (exchange: Exchange) =>
  exchange.call === 'getUsers'
    ? readUserList(jsonOf(exchange)).value
    : [readUser(jsonOf(exchange), exchange.params.id ?? '').value].filter((one) => one !== null);

/** The objects of an answer as they came. */
function rawIn(exchange: Exchange): readonly unknown[] {
  const { call } = exchange;
  const findings = createFindings();
  const name = { getUsers: 'users', getWallets: 'wallets', getThematics: 'thematics' };
  if (call === 'getUsers' || call === 'getWallets' || call === 'getThematics') {
    return rowsOf(jsonOf(exchange), name[call], findings).rows;
  }
  const own = call === 'getUser' ? 'user' : 'thematic';
  return [unwrapped(jsonOf(exchange), own, findings).value];
}

/** What some of an answer's objects do not hold as text. */
const textMissing =
  (name: string) =>
  (exchange: Exchange): string | null => {
    const rows = rawIn(exchange);
    const row = rows.find((one) => !isObject(one) || typeof one[name] !== 'string');
    if (row === undefined) return null;
    if (!isObject(row)) return 'an id alone stands for it';
    return Object.hasOwn(row, name) ? `${name} is no text` : `there is no ${name}`;
  };

const discrepancy = ({ total, differentTotal }: ForeignTotal, what: string) =>
  differentTotal === null ? [] : [`${what} ${total} is stated, ${differentTotal} is the sum`];

const areDerived = (all: readonly ForeignTotal[]) =>
  all.some((one) => one.total === null || one.isTotalDerived);

const owned = (wallets: readonly ForeignWallet[], id: string | undefined) =>
  wallets.find(({ user }) => user !== id);

/** What is in answers. */
export const figurePoints: readonly Point[] = [
  {
    id: 'custom-id',
    calls: ['getUsers', 'getUser'],
    checks: 'Each user has a customId.',
    why: 'Every call on a user takes it.',
    source: sources.said('User has customId, a string.'),
    isHarmless: true,
    handling: 'custom_id, id or _id is the customId then, also as a number; a bare id is a user.',
    judge: each(textMissing('customId')),
  },
  {
    id: 'same-user',
    calls: ['getUser'],
    checks: 'The answer is on the user of the path.',
    why: 'Figures of somebody else would be shown.',
    source: sources.said('“the detailed information of the user with that custom id”.'),
    isHarmless: false,
    handling: 'the id of the path counts, and the page says that another one came.',
    judge: each(notesOf('other-user')),
  },
  {
    id: 'ids',
    calls: ['getWallets', 'getThematics', 'getThematic'],
    checks: 'Each has an _id that is text.',
    why: 'It is what a wallet names its thematic by.',
    source: sources.said('Wallet has _id, a string; ours for thematics.'),
    isHarmless: true,
    handling: 'id and whole numbers are read too; details of bare ids are loaded one by one.',
    judge: each(textMissing('_id')),
  },
  {
    id: 'owner',
    calls: ['getWallets'],
    checks: 'A wallet names its user by the customId.',
    why: 'Wallets of somebody else would be shown.',
    source: sources.said('“identifier of the owning user”; the custom id is ours.'),
    isHarmless: true,
    handling: 'the user of the path counts.',
    judge: each((exchange) => {
      const row = rawIn(exchange).find((one) => isObject(one) && isObject(one['user']));
      if (row !== undefined) return 'user is an object';
      const other = owned(walletsIn(exchange), exchange.params.id);
      if (other === undefined) return null;
      return other.user === null
        ? 'a wallet names no user'
        : 'user is another id than the customId';
    }),
  },
  {
    id: 'thematic',
    calls: ['getWallets'],
    checks: 'A wallet names its thematic by an id that the list of thematics holds.',
    why: 'Its history and its name are found by it.',
    source: sources.said('thematics is the “identifier of the thematic of the wallet”.'),
    isHarmless: false,
    handling: 'an object is read too; a thematic that is in no list has no name and no weights.',
    judge: each((exchange, evidence) => {
      const isInside = rawIn(exchange).some((one) => isObject(one) && isObject(one['thematics']));
      const listed = idsListed(evidence);
      const ids = walletsIn(exchange).map(({ thematic }) => thematic?.id);
      return [
        ...(isInside ? ['thematics is an object'] : []),
        ...(ids.includes(undefined) ? ['a wallet names no thematic'] : []),
        ...(listed !== null && ids.some((id) => id !== undefined && !listed.has(id))
          ? ['a thematic is not in the list of thematics']
          : []),
      ];
    }),
  },
  {
    id: 'token',
    calls: ['getWallets', 'getThematics', 'getThematic'],
    checks: 'A token is an object with its price.',
    why: 'Name, symbol and price are shown with each position.',
    source: sources.said('“Token object”; its fields are ours.'),
    isHarmless: true,
    handling: 'an id is its name then, and the price is total ÷ amount, as the page says.',
    judge: each((exchange) => {
      const bare = (exchange.read?.shapes ?? [])
        .filter(
          ({ kind, name }) => kind === 'flat-tokens' || (kind === 'bare-ids' && name === 'token'),
        )
        .map(shapeText);
      const tokens =
        exchange.call === 'getWallets'
          ? walletsIn(exchange).flatMap((one) => one.tokens ?? [])
          : thematicsIn(exchange).flatMap((one) => one.tokens ?? []);
      const isPriced = tokens.every(({ token }) => token.price !== null && !token.isPriceDerived);
      return [...bare, ...(isPriced || bare.length > 0 ? [] : ['of a token no price can be read'])];
    }),
  },
  {
    id: 'weights',
    calls: ['getThematics', 'getThematic'],
    checks: 'A thematic lists its tokens with target weights.',
    why: 'Targets and drift are reckoned from them.',
    source: sources.open('tokens: [{ token, weight }], weights of sum 1.'),
    isHarmless: true,
    handling: 'no target and no drift is shown; a bare id’s details are loaded.',
    judge: each((exchange) => {
      const all = thematicsIn(exchange);
      if (all.some(({ isBare }) => isBare)) return 'thematics are ids alone';
      if (all.some(({ tokens }) => tokens === null)) return 'a thematic lists no tokens';
      const isWeighted = all.every(({ tokens }) => tokens?.every(({ weight }) => weight !== null));
      return isWeighted ? null : 'a token has no weight';
    }),
  },
  {
    id: 'totals-stated',
    calls: ['getUsers', 'getUser', 'getWallets'],
    checks: 'Users, wallets and positions state their totals.',
    why: 'What is derived may be reckoned otherwise than the service does.',
    source: sources.said('total of wallets and positions; ours for users.'),
    isHarmless: true,
    handling: 'amount × price, and sums of them, stand in; what cannot be derived is not known.',
    judge: each((exchange) => {
      if (exchange.call !== 'getWallets') {
        return areDerived(usersIn(exchange)) ? 'a user states no total' : null;
      }
      const wallets = walletsIn(exchange);
      return [
        ...(areDerived(wallets) ? ['a wallet states no total'] : []),
        ...(areDerived(wallets.flatMap(({ tokens }) => tokens ?? []))
          ? ['a position states no total']
          : []),
      ];
    }),
  },
  {
    id: 'sums',
    calls: ['getUsers', 'getWallets'],
    checks: 'A total is the sum of its parts, within 0.01 %.',
    why: 'Figures that do not add up are questioned.',
    source: sources.open('total = amount × price, and sums of that.'),
    isHarmless: true,
    handling: 'what is stated is shown, with the reconciliation mark and the sum.',
    judge: each((exchange) => {
      if (exchange.call === 'getUsers') {
        return usersIn(exchange).flatMap((one) => discrepancy(one, 'of a user'));
      }
      const wallets = walletsIn(exchange);
      return [
        ...wallets.flatMap((one) => discrepancy(one, 'of a wallet')),
        ...wallets
          .flatMap(({ tokens }) => tokens ?? [])
          .flatMap((one) => discrepancy(one, 'of a position')),
      ];
    }),
  },
  ...(
    [
      ['getUser', 'The total of a user is the sum of his wallets.', 'ofUser'],
      ['getFullUserHistory', 'The history of a user ends at the sum of his wallets.', 'ofHistory'],
    ] as const
  ).map(([call, checks, member]): Point => ({
    id: 'agreement',
    calls: [call],
    checks,
    why: 'The page shows both.',
    source: sources.open('one as of for every answer.'),
    isHarmless: true,
    handling:
      'the big figure is the user’s total, the line is the history’s, with the reconciliation mark.',
    judge: (_, evidence) => agreement(evidence, member),
  })),
  {
    id: 'dates',
    calls: ['getUsers', 'getUser', 'getWallets', 'getThematics', 'getThematic'],
    checks: 'It says when it was made or changed.',
    why: 'Lists are sorted by it, and pages show it.',
    source: sources.open('createdAt and updatedAt; a wallet has updatedAt.'),
    isHarmless: true,
    handling: 'a dash is shown.',
    judge: each((exchange) => {
      const { call } = exchange;
      if (call === 'getWallets') {
        return walletsIn(exchange).some(({ updatedAt }) => updatedAt === null)
          ? 'a wallet has no updatedAt'
          : null;
      }
      const isOfUsers = call === 'getUsers' || call === 'getUser';
      const all = isOfUsers ? usersIn(exchange) : thematicsIn(exchange);
      const isUndated = all.some((one) => one.createdAt === null || one.updatedAt === null);
      return isUndated
        ? `a ${isOfUsers ? 'user' : 'thematic'} has no createdAt or updatedAt`
        : null;
    }),
  },
];

/** null: the list of thematics could not be read, or goes on. */
function idsListed({ all }: Evidence): ReadonlySet<string> | null {
  const pages = all.filter(({ call, fault }) => call === 'getThematics' && fault === null);
  const isPaged = purposed(pages, 'second page').length > 0;
  if (pages.length === 0 || isPaged) return null;
  return new Set(pages.flatMap((page) => thematicsIn(page).map(({ id }) => id)));
}

function agreement({ sample }: Evidence, member: 'ofUser' | 'ofHistory') {
  const known = sample.agreements.filter((one) => one[member] !== null && one.before !== null);
  if (known.length === 0) return notTried('One of the two figures is not stated.');
  const still = known.filter(({ before, after }) => before === after);
  if (still.length === 0) return notTried('The wallets changed while they were read.');
  const [other] = still.filter((one) => totalFrom(one[member], one.before).differentTotal !== null);
  return other === undefined
    ? passed
    : differs(`${other[member]} is stated, the wallets of ${other.customId} are ${other.before}.`);
}
