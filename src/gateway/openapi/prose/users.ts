import { bytesInWords } from '#contract/bytes.ts';
import type * as directory from '#contract/operations/directory.ts';
import type * as exposure from '#contract/operations/exposure.ts';
import type * as users from '#contract/operations/users.ts';
import type * as wallets from '#contract/operations/wallets.ts';
import { defaultDirectoryRows, maxDirectoryRows } from '#contract/directoryParameters.ts';
import { attributeLimits, customIdRule } from '#contract/user.ts';
import type { ProseOf } from './callProse.ts';
import {
  etagHeader,
  ifMatch,
  ifNoneMatchStar,
  linkHeader,
  locationHeader,
  pagingProse,
} from './parameterProse.ts';

const directoryFilter = {
  q: {
    description:
      'Words that all have to match in the id, the name or an attribute, ignoring case and accents; `NAME:value` searches one attribute only. Quotes join words.',
    example: 'country:CH treasury',
  },
  thematic: {
    description:
      'Id of a thematic that is held; may be repeated. With it, or with token, each row has what is held of them.',
    example: 'settlement-layers',
  },
  token: { description: 'Id of a token that is held; may be repeated.', example: 'KORV' },
  total: { description: 'Range of the total; may be repeated.', example: '1000000..' },
  change: { description: 'Range of the change; may be repeated.', example: '..-500' },
  return: { description: 'Range of the return; may be repeated.', example: '0.05..' },
  largest: {
    description: 'Range of the largest position’s share of the total; may be repeated.',
    example: '0.5..1',
  },
  created: {
    description: 'Range of days or instants; may be repeated.',
    example: '2026-01-01..2026-06-30',
  },
  'attribute.*': {
    description: '`attribute.country=CH`: a value of an attribute; may be repeated.',
    example: 'CH',
  },
};

/** A window of rows, or all of them as CSV. */
const windowOrCsv = {
  offset: {
    description: 'Index of the first row; beyond the count there are none.',
    example: '100',
  },
  limit: {
    description: `At most so many rows, 1 to ${maxDirectoryRows}; ${defaultDirectoryRows} where left out.`,
    example: '50',
  },
  format: { description: 'csv: all that match, as CSV.', example: 'csv' },
  figures: {
    description:
      'With format=csv: `hidden` leaves out sums and shares, `totals` sums alone. Both leave attributes with a digit empty: they may state amounts.',
    example: 'hidden',
  },
  unit: { description: 'With format=csv: is written after the names of sums.', example: 'USD' },
};

export const userProse: ProseOf<
  typeof users & typeof directory & typeof exposure & Pick<typeof wallets, 'getStatements'>
> = {
  getUsers: {
    summary: 'All users',
    description:
      'Every user with total and attributes, in order of creation, streamed. With `customId` an array of that user or none; with `limit` or `after` a page.',
    query: {
      customId: {
        description: 'Only the user with exactly this customId.',
        example: 'ada',
      },
      ...pagingProse,
    },
    answers: { 200: { description: 'The users.', headers: linkHeader } },
  },
  createUser: {
    summary: 'Create a user',
    description: `Creates the user with this customId: ${customIdRule}. Repeating it answers 200 with the user as it is.`,
    headers: ifNoneMatchStar,
    body: { example: { customId: 'ada' } },
    answers: {
      201: {
        description: 'The user, created.',
        headers: { ...etagHeader, ...locationHeader('user') },
      },
      200: {
        description: 'The user, who existed already.',
        headers: { ...etagHeader, ...locationHeader('user') },
      },
    },
  },
  putUser: {
    summary: 'Create a user with attributes and holdings',
    description: `Creates the user with this customId (${customIdRule}) in one transaction: all or nothing. Attributes and statements of \`wallets\` are checked as those of a change. A webhook receives one \`user.created\`, with the attributes, and a \`wallet.created\` for each wallet. If the customId exists, the answer is 412, and the user stays as it is.`,
    body: {
      example: {
        attributes: { name: 'Ada', country: 'GB' },
        wallets: [{ thematics: 'settlement-layers', tokens: [{ token: 'KORV', amount: 2 }] }],
      },
    },
    answers: {
      201: {
        description: 'The user, created.',
        headers: { ...etagHeader, ...locationHeader('user') },
      },
    },
  },
  getUser: {
    summary: 'One user',
    description: 'The user with this customId. The ETag is that of attributes and holdings.',
    answers: { 200: { description: 'The user.', headers: etagHeader } },
  },
  updateUser: {
    summary: 'Change a user, or state holdings',
    description: `\`json\` is the text of one JSON object, at most ${attributeLimits.levels} levels deep, applied to the attributes as a merge patch (RFC 7396); all attributes together take at most ${bytesInWords(attributeLimits.bytes)} of JSON. Its key \`wallets\` is no attribute: an array of statements \`{ thematics, tokens: [{ token, amount }], at? }\`, each the whole positions of one wallet from \`at\` on; \`tokens: []\` closes the wallet, \`tokens: null\` retracts the statement. All or nothing.`,
    headers: ifMatch,
    body: {
      example: {
        json: '{"name":"Ada","wallets":[{"thematics":"settlement-layers","tokens":[{"token":"KORV","amount":2}]}]}',
      },
    },
    answers: { 200: { description: 'The user, changed.', headers: etagHeader } },
  },
  getDirectory: {
    summary: 'Directory of users',
    description:
      'Who is there, who is big, who moved: a window of the users that match, with their count, sums and attributes, all at one as of; or all of them as CSV. Filters of one name are alternatives, filters of different names all have to hold. Ranges include both ends, and one of them may be left out.',
    query: {
      ...directoryFilter,
      ...windowOrCsv,
      period: {
        description: 'Governs change, flow, return and sparkline; day where left out.',
        example: 'week',
      },
      sort: {
        description:
          'A column or attribute.NAME, descending after a minus; -total where left out. `held` is what is held of the thematics and tokens that are filtered. Unknown values come last, the customId breaks ties.',
        example: '-return',
      },
      columns: {
        description:
          'With format=csv: a column, or attribute.NAME; may be repeated. Left out: all.',
        example: 'customId',
      },
    },
    answers: { 200: { description: 'The window.' } },
  },
  getExposure: {
    summary: 'Who holds what',
    description:
      'What the users that match hold, by thematic or by token: its total and share of all that they have, how many hold it, and how concentrated it is in their hands (largest holder, ten largest, Herfindahl–Hirschman index), all at one as of; a window, or all as CSV. Users are filtered as in the directory; what counts is everything that they hold. Where a value is negative or not known there are no shares, and noShares says why.',
    query: {
      by: { description: 'thematic where left out.', example: 'token' },
      ...directoryFilter,
      period: {
        description: 'Over which the ranges change and return are; day where left out.',
        example: 'week',
      },
      sort: {
        description:
          'A column, descending after a minus; -total where left out. Unknown values come last, the id breaks ties.',
        example: '-hhi',
      },
      ...windowOrCsv,
    },
    answers: { 200: { description: 'The window.' } },
  },
  getStatements: {
    summary: 'Statements of holdings',
    description:
      'What was stated of the user’s wallets, newest first; replaced and retracted ones are marked.',
    answers: { 200: { description: 'The statements.' } },
  },
};
