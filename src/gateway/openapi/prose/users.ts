import { bytesInWords } from '#contract/bytes.ts';
import type * as directory from '#contract/operations/directory.ts';
import type * as exposure from '#contract/operations/exposure.ts';
import type * as users from '#contract/operations/users.ts';
import type * as wallets from '#contract/operations/wallets.ts';
import { attributeLimits, customIdRule } from '#contract/user.ts';
import type { ProseOf } from './callProse.ts';
import { directoryFilterProse, exposureSortProse, windowOrCsvProse } from './directoryProse.ts';
import {
  asOfProse,
  etagHeader,
  ifMatch,
  ifNoneMatchStar,
  linkHeader,
  locationHeader,
  pagingProse,
} from './parameterProse.ts';

export const userProse: ProseOf<
  typeof users & typeof directory & typeof exposure & Pick<typeof wallets, 'getStatements'>
> = {
  getUsers: {
    summary: 'All users',
    description:
      'Streams all users in order of creation. With `customId`, an array of that user or none; with `limit` or `after`, a page.',
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
        description: 'The user, who already existed.',
        headers: { ...etagHeader, ...locationHeader('user') },
      },
    },
  },
  putUser: {
    summary: 'Create a user with attributes and holdings',
    description: `Creates the user with this customId (${customIdRule}) in one transaction: all or nothing. Attributes and the statements in \`wallets\` have the same rules as in a change. A webhook receives one \`user.created\` with the attributes, and one \`wallet.created\` for each wallet. If the customId exists, the answer is 412 and the user is unchanged.`,
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
    summary: 'Change a user or their holdings',
    description: `\`json\` is a string with one JSON object, at most ${attributeLimits.levels} levels deep, applied to the attributes as a merge patch (RFC 7396); all attributes together have at most ${bytesInWords(attributeLimits.bytes)} of JSON. Its key \`wallets\` is not an attribute, but an array of \`WalletStatement\`. All or nothing.`,
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
      'Searches, ranks and filters users: a window of the matching users, all at one as of; or all of them as CSV. Filters of the same name are alternatives; filters of different names must all match. Ranges include both ends, and either end can be omitted.',
    query: {
      ...directoryFilterProse,
      ...windowOrCsvProse,
      period: {
        description:
          'Period of the change in value, the flow, the return and the sparkline. Default: day.',
        example: 'week',
      },
      sort: {
        description:
          'A column, attribute.NAME, or returnSince.INSTANT or changeSince.INSTANT (see `since`), descending after a minus. Default: -total. `held` is the held value of the filtered thematics and tokens. Unknown values come last; the customId breaks ties.',
        example: '-return',
      },
      columns: {
        description:
          'With format=csv: a column, attribute.NAME, returnSince.INSTANT or changeSince.INSTANT. Repeatable. Default: all.',
        example: 'customId',
      },
      since: {
        description:
          'Instants, at most three, each at most 366 days ago: `since` of each row has the time-weighted return and the change in value from each of them up to the as of, with a record at exactly the instant. null: the user held nothing by then. Empty if a connected service reports the users.',
        example: '2026-06-01T00:00:00.000Z',
      },
      groupBy: {
        description:
          '`thematic` or attribute.NAME: answers up to 100 `groups` of the matching users and the sum of all `others`, without rows. Given twice, the second divides a group. `repeated` users have several values or thematics, so they are in several groups: counts do not add up. By thematic, totals do.',
        example: 'attribute.country',
      },
      within: {
        description: 'With groupBy twice: the value of the group to divide by the second.',
        example: 'CH',
      },
      withinNone: {
        description: 'With groupBy twice: `true` divides the group of users without a value.',
        example: 'true',
      },
    },
    answers: { 200: { description: 'The window.' } },
  },
  getExposure: {
    summary: 'Exposure',
    description:
      'Holdings of the matching users by thematic or by token, all at one as of; a window, or all as CSV. Users are filtered as in the directory; all their holdings count.',
    query: {
      by: { description: 'Default: thematic.', example: 'token' },
      ...directoryFilterProse,
      period: {
        description: 'Period of the ranges `change` (of the value) and `return`. Default: day.',
        example: 'week',
      },
      asOf: {
        ...asOfProse,
        description: `${asOfProse.description} Goes with the filters q, created and attribute.NAME, which are the same at any time.`,
      },
      sort: exposureSortProse,
      ...windowOrCsvProse,
    },
    answers: { 200: { description: 'The window.' } },
  },
  getStatements: {
    summary: 'Statements of holdings',
    description:
      'Statements of the holdings in the user’s wallets, newest first. Replaced and withdrawn ones are marked.',
    answers: { 200: { description: 'The statements.' } },
  },
};
