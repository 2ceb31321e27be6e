import { historyTypes, isHistoryType, stepOf, windowOf } from '#contract/historyType.ts';
import { shapeText, type Shape } from '../reading/findingTexts.ts';
import { readHistory } from '../reading/readHistory.ts';
import { histories, type Exchange, type ReadCall } from './exchanges.ts';
import { each, isLate, notesOf, shapesOf, sources, type Point } from './verdicts.ts';

function isOtherRecord({ kind, name }: Shape): boolean {
  if (kind === 'time') return name !== 'date';
  return kind === 'total'
    ? name !== 'total'
    : ['pairs', 'columns', 'totals-by-time'].includes(kind);
}

function recordsIn({ answer, params }: Exchange, now: number) {
  const { historyType } = params;
  const type = isHistoryType(historyType) ? historyType : null;
  return readHistory(answer?.json, type, now).value;
}

/** What is in histories. */
export const historyPoints: readonly Point[] = [
  {
    id: 'records',
    calls: histories,
    checks: 'Records are objects with date and total.',
    why: 'Other programs expect one shape.',
    source: sources.open('{ date, total }; fields of a record are not shown.'),
    isHarmless: true,
    handling: 'other names, pairs, columns and totals by time are read too.',
    judge: each(({ read }) => (read?.shapes ?? []).filter(isOtherRecord).map(shapeText)),
  },
  {
    id: 'order',
    calls: histories,
    checks: 'Records ascend, and no time comes twice.',
    why: 'A line goes from left to right.',
    source: sources.open('ascending, no duplicates.'),
    isHarmless: true,
    handling: 'records are sorted, and the last one of a time counts.',
    judge: each((exchange) => [
      ...shapesOf('unordered')(exchange),
      ...notesOf('shared-times')(exchange).map(() => 'records share a time'),
    ]),
  },
  {
    id: 'gaps',
    calls: histories,
    checks: 'Each record has a total.',
    why: 'A gap is a break in the line.',
    source: sources.open('finite numbers.'),
    isHarmless: true,
    handling: 'a gap is drawn as one, never as zero.',
    judge: each((exchange, { now }) =>
      recordsIn(exchange, now).some(({ total }) => total === null) ? 'there are gaps' : null,
    ),
  },
  {
    id: 'future',
    calls: histories,
    checks: 'No record is later than a day from now.',
    why: 'A line may not go on beyond what is known.',
    source: sources.open('later than now + 24 h is left out.'),
    isHarmless: true,
    handling: 'such records are left out, and the page says how many.',
    judge: each(({ read }) =>
      read?.unread.some(isLate) === true ? 'records are in the future' : null,
    ),
  },
  {
    id: 'window',
    calls: ['getUserHistory', 'getWalletHistory', 'getThematicHistory'],
    checks: 'A history covers its period: 24 h, 7, 30 or 365 days, or all.',
    why: 'Changes over a period are reckoned from its first record.',
    source: sources.open('the windows; the interface has their names only.'),
    isHarmless: true,
    handling: 'the line begins where the service begins it.',
    judge: each((exchange, { now }) => {
      const type = historyTypes.find((one) => one === exchange.params.historyType);
      const window = type === undefined ? null : windowOf[type];
      const records = recordsIn(exchange, now);
      const [first, last] = [records[0]?.at, records.at(-1)?.at];
      if (type === undefined || window === null || first === undefined || last === undefined) {
        return null;
      }
      const slack = 2 * stepOf[type];
      return last - first > window + slack ? `${type} reaches back further than its window` : null;
    }),
  },
  {
    id: 'full',
    calls: ['getFullUserHistory', 'getFullWalletHistory', 'getFullThematicHistory'],
    checks: 'Without a type the history is that of all.',
    why: 'The longest line is expected there.',
    source: sources.open('the answer is that of all.'),
    isHarmless: true,
    handling: 'the dashboard requests a type wherever there is one.',
    judge: each((exchange, { all, now }) => {
      const ofAll = all.find(
        ({ call, params, fault }) =>
          call === typedCall[exchange.call] &&
          fault === null &&
          params.historyType === 'all' &&
          params.id === exchange.params.id &&
          params.thematicId === exchange.params.thematicId,
      );
      if (ofAll === undefined) return null;
      const isSame = recordsIn(ofAll, now)[0]?.at === recordsIn(exchange, now)[0]?.at;
      return isSame ? null : 'it begins at another time than all does';
    }),
  },
];

const typedCall: Readonly<Record<string, ReadCall>> = {
  getFullUserHistory: 'getUserHistory',
  getFullWalletHistory: 'getWalletHistory',
  getFullThematicHistory: 'getThematicHistory',
};
