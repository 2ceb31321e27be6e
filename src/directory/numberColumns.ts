import type { DirectoryPeriod, OwnDirectoryColumn } from '#contract/directory.ts';
import type { Figures } from './figures.ts';
import type { People } from './people.ts';

/**
 * The values of a column by row, and the kind of change that invalidates its orders and filters: users alone, prices
 * too, or prices over a period. Values must depend on nothing else.
 */
type NumberColumn =
  | { readonly changesWith: 'user'; readonly values: (people: People) => Float64Array }
  | {
      readonly changesWith: 'prices';
      readonly values: (people: People, figures: Omit<Figures, 'periods'>) => Float64Array;
    }
  | {
      readonly changesWith: 'period';
      readonly values: (people: People, figures: Figures, period: DirectoryPeriod) => Float64Array;
    };

const ofFigure = (
  name: 'total' | 'walletCount' | 'openWallets' | 'largest' | 'hhi',
): NumberColumn => ({ changesWith: 'prices', values: (_, figures) => figures[name] });

const ofPeriod = (name: 'change' | 'flow' | 'return'): NumberColumn => ({
  changesWith: 'period',
  values: (_, { periods }, period) => periods[period][name],
});

/** All columns except texts. The held value depends on the filter, and is sorted elsewhere. */
export const numberColumns: Readonly<
  Record<Exclude<OwnDirectoryColumn, 'customId' | 'name' | 'held'>, NumberColumn>
> = {
  total: ofFigure('total'),
  walletCount: ofFigure('walletCount'),
  thematics: ofFigure('openWallets'),
  change: ofPeriod('change'),
  flow: ofPeriod('flow'),
  return: ofPeriod('return'),
  largest: ofFigure('largest'),
  hhi: ofFigure('hhi'),
  createdAt: { changesWith: 'user', values: ({ created }) => created },
};
