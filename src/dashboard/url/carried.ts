import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import type { DirectoryPeriod } from '#contract/directory.ts';
import { type HistoryType, initialPeriod } from '#contract/historyType.ts';
import { asOfParam } from './asOf.ts';
import { pageLinks } from './pageLinks.ts';
import { pagePatterns } from './urls.ts';

/** `?period=` of the directory and of all pages with a history. */
export const periodParamName = 'period';

export const initialDirectoryPeriod = 'day' satisfies DirectoryPeriod;
export const initialReportPeriod = 'all' satisfies HistoryType;

interface Carries {
  /** The page has a period: this one, if its address names none. */
  readonly period?: string;
  /** The page can show a past instant. */
  readonly asOf?: true;
}

const history: Carries = { period: initialPeriod, asOf: true };
const report: Carries = { period: initialReportPeriod, asOf: true };

/** The parameters that links between pages carry, by router pattern. Links to and from other pages carry none. */
export const carriesOf: Readonly<Record<string, Carries>> = {
  [pageLinks.users.to]: { period: initialDirectoryPeriod },
  [pageLinks.book.to]: history,
  [pagePatterns.user]: history,
  [pagePatterns.wallet]: history,
  [pagePatterns.thematic]: history,
  [pagePatterns.token]: history,
  [pageLinks.compare.to]: history,
  [pageLinks.compareUsers.to]: history,
  [pageLinks.exposure.to]: { asOf: true },
  [pageLinks.bookReport.to]: report,
  [pagePatterns.userReport]: report,
  [pagePatterns.walletReport]: report,
  [pagePatterns.thematicReport]: report,
  [pagePatterns.userChanges]: history,
  [pagePatterns.walletChanges]: history,
  [pagePatterns.thematicChanges]: history,
};

// Tables ask for every link they draw, and the router's `matchPath` compiles its pattern each time.
const matchers = Object.entries(carriesOf).map(([pattern, carries]) => ({
  carries,
  shape: new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
}));

const nothing: Carries = {};
const carriesAt = (path: string): Carries =>
  matchers.find(({ shape }) => shape.test(path))?.carries ?? nothing;

/** Returns the address of another page with the period and the past instant of this one. The link's own come first. */
export function carriedTo(
  to: string,
  { pathname, search }: { readonly pathname: string; readonly search: string },
): string {
  const [path = '', query] = to.split('?', 2);
  const [here, there] = [carriesAt(pathname), carriesAt(path)];
  const own = new URLSearchParams(search);
  const params = new URLSearchParams(query);
  const before = params.size;
  const put = (name: string, text: string | null) => {
    if (text !== null && !params.has(name)) params.set(name, text);
  };
  if (here.period !== undefined && there.period !== undefined) {
    const period = own.get(periodParamName) ?? here.period;
    put(periodParamName, period === there.period ? null : period);
  }
  if (here.asOf && there.asOf) {
    put(asOfParam.name, asOfParam.write(asOfParam.read(own.get(asOfParam.name))));
  }
  return params.size === before ? to : `${path}?${params.toString()}`;
}

/** Returns a function that adds what this page shows to the address of another. `PageLink` and tables call it for their links. */
export function useCarried(): (to: string) => string {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const carried = [periodParamName, asOfParam.name].flatMap((name) => {
    const text = params.get(name);
    return text === null ? [] : [[name, text]];
  });
  const own = new URLSearchParams(carried).toString();
  return useCallback((to) => carriedTo(to, { pathname, search: own }), [pathname, own]);
}
