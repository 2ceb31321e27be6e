import * as z from 'zod/mini';
import { capabilities, health, session } from '../capabilities.ts';
import { contribution } from '../contribution.ts';
import { directory, holderList } from '../directory.ts';
import { priceHistory } from '../history.ts';
import { positionsHistory } from '../positions.ts';
import { lastEventId, liveEvent, liveTick, mostSecondsBefore } from '../live.ts';
import { importLine, pricePush, priceReceipt, resolutionNames } from '../prices.ts';
import { statementList } from '../statement.ts';
import { thematic, thematicDefinition } from '../thematic.ts';
import { tokenList } from '../token.ts';
import { etagHeader, ifNoneMatch, linkHeader, notModified, paging } from './parameters.ts';
import type { Route } from './route.ts';

/** What the pages need and the interface cannot tell; `GET /x/capabilities` names what is there. */
export const beyondRoutes = [
  {
    method: 'GET',
    path: '/x/directory',
    tag: 'users',
    summary: 'Directory of users',
    description:
      'One row a user: id, name, other attributes, total, thematics held, change of the day. Streamed, in order of creation.',
    answers: [{ status: 200, description: 'The rows.', schema: directory }],
    problems: [],
  },
  {
    method: 'GET',
    path: '/x/users/{id}/statements',
    tag: 'users',
    summary: 'Statements of holdings',
    description:
      'What was stated of the user’s wallets, newest first; replaced and retracted ones are marked.',
    answers: [{ status: 200, description: 'The statements.', schema: statementList }],
    problems: ['user-not-found'],
  },
  {
    method: 'GET',
    path: '/x/users/{id}/positions/history/{historyType}',
    tag: 'wallets',
    summary: 'Token positions over a period',
    description: 'Amount, price and total of each token at each record of the user’s history.',
    parameters: [
      {
        name: 'thematic',
        in: 'query',
        description: 'Only the wallet of this thematic.',
        schema: z.string(),
      },
    ],
    answers: [{ status: 200, description: 'The columns.', schema: positionsHistory }],
    problems: ['user-not-found', 'thematic-not-found', 'invalid-history-type'],
  },
  {
    method: 'GET',
    path: '/x/thematics/{id}/users',
    tag: 'thematics',
    summary: 'Who holds a thematic',
    description: 'User, total and share of the user’s total, largest first, paged.',
    parameters: paging,
    answers: [
      {
        status: 200,
        description: 'A page of holders.',
        schema: holderList,
        headers: { ...linkHeader, 'X-Total-Count': 'How many hold it.' },
      },
    ],
    problems: ['thematic-not-found'],
  },
  {
    method: 'GET',
    path: '/x/thematics/{id}/contribution/{historyType}',
    tag: 'thematics',
    summary: 'What moved a thematic over a period',
    description:
      'What each token added to the change of the level from the first record of the period to the last. The parts sum to the change; the residual is what rounding lost.',
    parameters: [ifNoneMatch],
    answers: [
      {
        status: 200,
        description: 'The contributions.',
        schema: contribution,
        headers: etagHeader,
      },
      notModified,
    ],
    problems: ['thematic-not-found', 'invalid-history-type'],
  },
  {
    method: 'PUT',
    path: '/x/thematics/{id}',
    tag: 'thematics',
    summary: 'Define a thematic',
    description: 'Defines the thematic with this id or redefines it. Weights sum to 1.',
    body: {
      schema: thematicDefinition,
      example: {
        name: 'Two of a kind',
        tokens: [
          { token: 'KORV', weight: 0.5 },
          { token: 'ALDR', weight: 0.5 },
        ],
      },
    },
    answers: [
      {
        status: 201,
        description: 'The thematic, defined.',
        schema: thematic,
        headers: { Location: 'Path of the thematic.' },
      },
      {
        status: 200,
        description: 'The thematic, redefined.',
        schema: thematic,
        headers: { Location: 'Path of the thematic.' },
      },
    ],
    problems: ['invalid-thematic'],
  },
  {
    method: 'GET',
    path: '/x/tokens',
    tag: 'market',
    summary: 'All tokens',
    description: 'Each with its last price and its changes.',
    parameters: [ifNoneMatch],
    answers: [
      { status: 200, description: 'The tokens.', schema: tokenList, headers: etagHeader },
      notModified,
    ],
    problems: [],
  },
  {
    method: 'GET',
    path: '/x/tokens/{id}/history/{historyType}',
    tag: 'market',
    summary: 'Prices of a token over a period',
    description: 'The price at every step of the period; none before its first.',
    parameters: [ifNoneMatch],
    answers: [
      {
        status: 200,
        description: 'The records, ascending.',
        schema: priceHistory,
        headers: etagHeader,
      },
      notModified,
    ],
    problems: ['token-not-found', 'invalid-history-type'],
  },
  {
    method: 'POST',
    path: '/x/prices',
    tag: 'market',
    summary: 'Push prices',
    description:
      'Adds prices to the stored market. The same again changes nothing. Refused where the market is simulated. JSON as shown, or the wide CSV of the import, plain or gzip.',
    parameters: [
      {
        name: 'step',
        in: 'query',
        description: 'Of a CSV: the distance of its rows, where one row alone does not tell.',
        schema: z.enum(resolutionNames),
      },
    ],
    body: {
      schema: pricePush,
      otherMediaTypes: ['text/csv', 'application/gzip'],
      example: {
        step: '1d',
        prices: [{ token: 'BTC', at: '2021-11-11T00:00:00.000Z', price: 64_882.43 }],
      },
    },
    answers: [{ status: 200, description: 'What was taken.', schema: priceReceipt }],
    problems: ['invalid-prices', 'market-simulated'],
  },
  {
    method: 'POST',
    path: '/x/import',
    tag: 'market',
    summary: 'Import files',
    description:
      'Prices, thematics, users and holdings from CSV or CSV.gz files, one part a file. All or nothing. The answer tells of its progress line by line and ends with a summary or a problem.',
    parameters: [
      {
        name: 'replace',
        in: 'query',
        description: 'Instead of the part: `1` drops holdings in the way.',
        schema: z.literal('1'),
      },
    ],
    body: {
      mediaType: 'multipart/form-data',
      schema: z.looseObject({ file: z.array(z.string()) }),
      description:
        'One part `file` for each file; a part `replace` of `1` drops holdings in the way.',
    },
    answers: [
      {
        status: 200,
        description: 'One JSON value a line.',
        schema: importLine,
        mediaType: 'application/x-ndjson',
      },
    ],
    problems: ['holdings-in-the-way', 'too-large', 'unsupported-media-type'],
  },
  {
    method: 'GET',
    path: '/x/live',
    tag: 'process',
    summary: 'What happens, as it happens',
    description:
      'Server-sent events. Those of the service are numbered in the order of commits and named by their type; `tick` (prices arrived), `deliveries` (attempts of webhooks began or ended) and `resync` (ask for everything anew) have no number. Who was away tells the last number it has and is told what came since; from now on otherwise. A comment every 15 s.',
    parameters: [
      {
        name: lastEventId.header,
        in: 'header',
        description: 'The last number that was received.',
        schema: z.string(),
      },
      {
        name: lastEventId.query,
        in: 'query',
        description: 'The same, for a caller that cannot set the header.',
        schema: z.string(),
      },
      {
        name: 'before',
        in: 'query',
        description: `Without a number: begins so many seconds ago, at most ${mostSecondsBefore}.`,
        schema: z.string(),
      },
    ],
    answers: [
      {
        status: 200,
        description: 'The stream; the data of a message is one JSON value.',
        schema: z.union([liveEvent, liveTick]),
        mediaType: 'text/event-stream',
      },
    ],
    problems: [],
  },
  {
    method: 'GET',
    path: '/x/capabilities',
    tag: 'process',
    summary: 'What is offered here',
    description: 'What this process offers beyond the interface, its market, as of and currency.',
    answers: [{ status: 200, description: 'The capabilities.', schema: capabilities }],
    problems: [],
  },
  {
    method: 'GET',
    path: '/x/health',
    tag: 'process',
    summary: 'Is it well?',
    description: 'Asks the database and tells; 503 where it does not answer.',
    answers: [
      { status: 200, description: 'It is well.', schema: health },
      { status: 503, description: 'It is not.', schema: health },
    ],
    problems: [],
  },
  {
    method: 'GET',
    path: '/x/session',
    tag: 'process',
    summary: 'Who am I?',
    description:
      'The role of the caller, and whether the service is open to everyone on this machine.',
    answers: [{ status: 200, description: 'The session.', schema: session }],
    problems: [],
  },
] as const satisfies readonly Route[];
