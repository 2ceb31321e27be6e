import type { WalletAttribution } from '#contract/attribution.ts';
import { csvText } from '#contract/csv.ts';
import { getAttribution } from '#contract/operations/attribution.ts';
import { csvHeaders } from '#directory/requests.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { problem } from '#platform/http/problem.ts';
import { walletAttribution } from './attribution.ts';
import { windowStart } from './historySpan.ts';
import { isNotKnown, orNotOffered, type OpenFigures } from './source.ts';

/** Implements the cost of drift, which needs past amounts, definitions and prices; nothing if one is not known. */
export function attributionOperations(open: OpenFigures): Implementation[] {
  const now = open();
  if ([now.holdings, now.definitions, now.prices].some(isNotKnown)) return [];
  return [
    implement(
      getAttribution,
      async ({ params: { id, historyType: type }, query: { thematic, asOf, format } }, c) => {
        const set = { user: id, thematic: requireThematic(thematic) };
        const source = open(asOf);
        const prices = orNotOffered(source.prices);
        const definitions = orNotOffered(source.definitions);
        const holdings = orNotOffered(source.holdings);
        const wallet = {
          holdings: await holdings(set, windowStart(prices, type)),
          thematic: await definitions.find(set.thematic),
        };
        const attribution = walletAttribution(prices, definitions.levels, wallet, type);
        return format === 'csv'
          ? c.body(csvOf(attribution), 200, csvHeaders)
          : new Reply(200, attribution, source.headers());
      },
    ),
  ];
}

/** A wallet is that of a user in one thematic. Throws 400 missing-parameter. */
export function requireThematic(thematic: string | undefined): string {
  if (thematic !== undefined) return thematic;
  throw problem(
    'missing-parameter',
    'thematic is missing. Add the id of the thematic whose wallet you mean: ?thematic=ID.',
  );
}

const csvHead = [
  'token',
  'symbol',
  'name',
  'from',
  'to',
  'weight',
  'target',
  'drift',
  'return',
  'excess',
  'effect',
];

function csvOf({ tokens, from, to }: WalletAttribution): string {
  return csvText(
    csvHead,
    tokens.map(
      ({ token: { _id, symbol, name }, weight, target, drift, excess, effect, ...own }) => [
        _id,
        symbol,
        name,
        from,
        to,
        weight,
        target,
        drift,
        own.return,
        excess,
        effect,
      ],
    ),
  );
}
