import type { Token } from '#contract/token.ts';
import { fold } from '#contract/search.ts';

/** The tokens a statement can name, found by id and by symbol. */
export interface KnownTokens {
  readonly list: readonly Token[];
  readonly byId: ReadonlyMap<string, Token>;
  readonly bySymbol: ReadonlyMap<string, readonly Token[]>;
  /** Whether these are all there are: else a token that is not among them may still be one. */
  readonly isWhole: boolean;
}

/** @param isWhole the service told all its tokens; else they are those of the thematic and of the wallets. */
export function knownTokens(tokens: Iterable<Token>, isWhole: boolean): KnownTokens {
  const byId = new Map([...tokens].map((token) => [token._id, token]));
  const list = [...byId.values()];
  return { list, byId, bySymbol: Map.groupBy(list, ({ symbol }) => fold(symbol)), isWhole };
}

type Found =
  | { readonly token: Token; readonly fault: null }
  | { readonly token: null; readonly fault: string };

/** The token a text means: an id as it is written, or a symbol that only one token has. */
export function findToken({ byId, bySymbol, isWhole }: KnownTokens, typed: string): Found {
  const text = typed.trim();
  if (text === '') return { token: null, fault: 'A token is needed.' };
  const named = byId.get(text);
  if (named !== undefined) return { token: named, fault: null };
  const [only, ...others] = bySymbol.get(fold(text)) ?? [];
  if (only !== undefined && others.length === 0) return { token: only, fault: null };
  if (only !== undefined) {
    const ids = [only, ...others].map(({ _id }) => _id).join(', ');
    return { token: null, fault: `Several tokens are called ${text}; their ids: ${ids}.` };
  }
  if (isWhole) return { token: null, fault: `There is no token “${text}”.` };
  // The service does not tell which tokens there are: it decides.
  return {
    token: { _id: text, symbol: text, name: '', price: null, priceAt: null },
    fault: null,
  };
}

/** The tokens that match what is typed, the closest first: symbols that begin so, then any that hold it. */
export function matchingTokens({ list }: KnownTokens, typed: string, most: number): Token[] {
  const wanted = fold(typed.trim());
  if (wanted === '') return list.slice(0, most);
  const ranked: [rank: number, token: Token][] = [];
  for (const token of list) {
    const symbol = fold(token.symbol);
    const isInside = [symbol, fold(token.name), fold(token._id)].some((text) =>
      text.includes(wanted),
    );
    if (isInside) ranked.push([symbol === wanted ? 0 : symbol.startsWith(wanted) ? 1 : 2, token]);
  }
  return ranked
    .toSorted(([a], [b]) => a - b)
    .slice(0, most)
    .map(([, token]) => token);
}
