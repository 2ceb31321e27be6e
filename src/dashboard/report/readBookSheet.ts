import { maxDirectoryRows } from '#contract/directoryParameters.ts';
import type { ExposureBy } from '#contract/exposure.ts';
import {
  getBookContribution,
  getBookExposure,
  getBookFigures,
  getBookPerformance,
} from '#contract/operations/book.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { queryAsOf } from '../portfolio/capabilities.ts';
import { movedByPart } from '../portfolio/movedByPart.ts';
import { whyNoShares } from '../portfolio/noSharesTexts.ts';
import { pageLinks } from '../url/pageLinks.ts';
import {
  chart,
  driversOf,
  noRecords,
  type SheetCall,
  type Sheet,
  type SheetAllocation,
  type SheetDrivers,
  type SheetOptions,
  sheetWindow,
  valueParts,
} from './sheet.ts';

/** Reads the sheet of a book. Its members are those of the present. */
export async function readBookSheet(
  read: SheetCall,
  book: MembersQuery,
  options: SheetOptions,
): Promise<Sheet> {
  const { signal } = options;
  const { shown, query, figuresType, figuresQuery } = sheetWindow(options);
  const { period: historyType } = shown;
  const [performance, figures, byThematic, byToken, drivers] = await Promise.all([
    read(getBookPerformance, { params: { historyType }, query: { ...book, ...query } }, signal),
    read(
      getBookFigures,
      { params: { historyType: figuresType }, query: { ...book, ...figuresQuery } },
      signal,
    ),
    readAllocation(read, book, 'thematic', options),
    readAllocation(read, book, 'token', options),
    readDrivers(read, book, options),
  ]);
  const { ofSheet, value, returns } = valueParts(performance, options, shown);
  const why = performance.reason ?? noRecords;
  return {
    title: pageLinks.book.label,
    subtitle: '',
    members: performance,
    ...ofSheet,
    figures,
    charts: [value, chart('Return', 'percent', [returns])].map((lines) => ({
      ...lines,
      reason: lines.reason === null ? null : why,
    })),
    allocations: [byThematic, byToken],
    drivers,
  };
}

const titles = { thematic: 'By thematic', token: 'By token' } as const;

async function readAllocation(
  read: SheetCall,
  book: MembersQuery,
  by: ExposureBy,
  { asOf, signal }: SheetOptions,
): Promise<SheetAllocation> {
  const title = titles[by];
  const query = { ...book, ...queryAsOf(asOf), by, limit: maxDirectoryRows };
  const { rows, noShares } = await read(getBookExposure, { query }, signal);
  const slices = rows.flatMap(({ id, name, total, share }) =>
    share === null || total === null || total === 0 ? [] : [{ id, name: name ?? id, total, share }],
  );
  return { title, slices, reason: whyNoShares(noShares) ?? null };
}

/** By thematic. */
async function readDrivers(
  read: SheetCall,
  book: MembersQuery,
  options: SheetOptions,
): Promise<SheetDrivers> {
  const { records, query } = sheetWindow(options);
  const { type: historyType, ...between } = records;
  const answer = await read(
    getBookContribution,
    { params: { historyType }, query: { ...book, ...between, ...query, limit: maxDirectoryRows } },
    options.signal,
  );
  const names = new Map(answer.rows.map(({ id, name }) => [id, name ?? id]));
  return driversOf(
    movedByPart(answer, (id) => names.get(id) ?? id),
    undefined,
  );
}
