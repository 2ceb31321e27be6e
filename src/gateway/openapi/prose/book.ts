import type * as book from '#contract/operations/book.ts';
import type { ProseOf } from './callProse.ts';
import { directoryFilterProse, exposureSortProse, windowOrCsvProse } from './directoryProse.ts';
import { figuresParametersProse } from './figures.ts';
import { asOfProse } from './parameterProse.ts';

const filter = {
  ...directoryFilterProse,
  period: {
    description: 'Period of the ranges `change` (of the value) and `return`. Default: day.',
    example: 'week',
  },
};
const asOf = {
  ...asOfProse,
  description: `${asOfProse.description} Changes holdings, not members, who are selected at present.`,
};
const query = { ...filter, asOf };
const between = {
  from: {
    ...figuresParametersProse.from,
    description: `${figuresParametersProse.from.description} With \`step=history\`, of any type.`,
  },
  to: {
    description: 'End, with the type `all` or `step=history` only. Default: the as of.',
  },
  step: {
    description:
      '`history`: the records are those of the performance of this type between `from` and `to`, so that both have the same sums.',
    example: 'history',
  },
};
const { format, figures, unit } = windowOrCsvProse;
const set = 'The users that match as in the directory are one portfolio.';
const notKnown = 'Past amounts are not known of a connected service: 501.';

export const bookProse: ProseOf<typeof book> = {
  getBookSummary: {
    summary: 'Total and change of a book',
    description: `${set} Total, change in value, flow and return over a period. Of a connected service: the total, and the change of the members whose histories have been read.`,
    query,
    answers: { 200: { description: 'The summary.' } },
  },
  getBookPerformance: {
    summary: 'Value and return of a book',
    description: `${set} Value, time-weighted index and flow at each record. The step is the finest at which all members have records; \`all\` begins at the first holding of any. ${notKnown}`,
    query,
    answers: { 200: { description: 'The history.' } },
  },
  getBookExposure: {
    summary: 'Exposure of a book',
    description: `${set} Its holdings by thematic or by token: a window, or all as CSV. A past as of goes with every filter.`,
    query: {
      by: { description: 'Default: thematic.', example: 'token' },
      ...query,
      sort: exposureSortProse,
      ...windowOrCsvProse,
    },
    answers: { 200: { description: 'The window.' } },
  },
  getBookFlows: {
    summary: 'Deposits and withdrawals of a book',
    description: `${set} Deposits and withdrawals by UTC month, user by user. A statement during the last step of a month counts in that month. ${notKnown}`,
    query: { ...query, ...between, format, figures, unit },
    answers: { 200: { description: 'The months.' } },
  },
  getBookContribution: {
    summary: 'Contribution to the change of a book',
    description: `${set} The parts of its change in value by thematic, token or user, as effects of price and amount. The parts add up to the change. ${notKnown}`,
    query: {
      by: { description: 'Default: thematic.', example: 'token' },
      ...query,
      ...between,
      ...windowOrCsvProse,
    },
    answers: { 200: { description: 'The window.' } },
  },
  getBookFigures: {
    summary: 'Figures of a book over a period',
    description: `${set} Returns, risk, comparison with a benchmark, drawdowns and calendar, as of a user. ${notKnown}`,
    query: { ...filter, ...figuresParametersProse, asOf },
    answers: { 200: { description: 'The figures.' } },
  },
};
