import { windowProse } from './parameterProse.ts';

/** Query parameters that select users. */
export const directoryFilterProse = {
  q: {
    description:
      'Words that must all match in the id, the name or an attribute, ignoring case and accents. `NAME:value` searches only that attribute. Quotes join words.',
    example: 'country:CH treasury',
  },
  ids: {
    description: 'customId of a user. Repeatable, up to 6 kB together. Unknown ids match nobody.',
    example: 'ada',
  },
  selection: {
    description: 'Id of a saved selection of users: see `POST /x/selections`.',
    example: 'sel_Zb0LxW2l8bTn3vC4uQmJ9A',
  },
  thematic: {
    description:
      'Id of a held thematic. Repeatable. With thematics or tokens, each row has the held value of them.',
    example: 'settlement-layers',
  },
  token: { description: 'Id of a held token. Repeatable.', example: 'KORV' },
  total: { description: 'Range of the total. Repeatable.', example: '1000000..' },
  change: {
    description: 'Range of the change in value, including flows. Repeatable.',
    example: '..-500',
  },
  return: { description: 'Range of the time-weighted return. Repeatable.', example: '0.05..' },
  largest: {
    description: 'Range of the largest position’s share of the total. Repeatable.',
    example: '0.5..1',
  },
  created: {
    description: 'Range of days or instants. Repeatable.',
    example: '2026-01-01..2026-06-30',
  },
  'attribute.*': {
    description: '`attribute.country=CH`: a value of an attribute. Repeatable.',
    example: 'CH',
  },
  notThematic: {
    description: 'Id of a thematic that is not held. Repeatable: none of them is held.',
    example: 'settlement-layers',
  },
  notToken: {
    description: 'Id of a token that is not held. Repeatable: none of them is held.',
    example: 'KORV',
  },
  'notAttribute.*': {
    description:
      '`notAttribute.country=CH`: another value of an attribute, or none. Repeatable: none of the values.',
    example: 'CH',
  },
  lacksAttribute: {
    description: 'Name of an attribute that is not set. Repeatable: none of them is set.',
    example: 'country',
  },
};

/** A window of rows, or all of them as CSV. */
export const exposureSortProse = {
  description:
    'A column, descending after a minus. Default: -total. Unknown values come last; the id breaks ties.',
  example: '-hhi',
};

export const windowOrCsvProse = {
  ...windowProse,
  format: { description: '`csv`: all matching rows, as CSV.', example: 'csv' },
  figures: {
    description:
      'With format=csv: `hidden` omits sums and shares, `totals` omits only sums. Both leave attributes with a digit empty, because they may contain amounts.',
    example: 'hidden',
  },
  unit: { description: 'With format=csv: unit after the names of sums.', example: 'USD' },
};
