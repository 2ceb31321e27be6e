import type { ColumnMap } from '#contract/userImport.ts';
import { createAllowance } from '#service/imports/importLimits.ts';
import { columnsOf, createColumnSurvey } from '#service/imports/userColumns.ts';
import { userCsvRows, type UserCsvRow } from '#service/imports/userCsv.ts';
import { readFileUser } from '#service/imports/userRows.ts';
import { textOf } from '#service/imports/userText.ts';

/** Bytes in slices, so that characters, quotes and lines are cut wherever it happens. */
async function* sliced(content: string | Uint8Array, size: number) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

/** The rows of a file. */
export async function rowsOf(content: string | Uint8Array, size = 7): Promise<UserCsvRow[]> {
  const rows: UserCsvRow[] = [];
  const text = textOf(sliced(content, size), createAllowance({ subject: 'import' }));
  for await (const row of userCsvRows(text)) rows.push(row);
  return rows;
}

export const cellsOf = async (content: string | Uint8Array, size?: number) =>
  (await rowsOf(content, size)).map(({ cells }) => cells);

/** The users of a file as an import reads them, and its columns. */
export async function fileUsers(content: string, map: ColumnMap = {}) {
  const [header, ...rows] = await rowsOf(content, 64);
  const columns = columnsOf(header?.cells ?? [], map);
  const survey = createColumnSurvey(columns);
  for (const { cells } of rows) survey.add(cells);
  const read = survey.columns();
  const idIndex = columns.findIndex(({ use }) => use === 'customId');
  const byId = Map.groupBy(rows, ({ cells }) => cells[idIndex] ?? '');
  const users = Array.from(byId, ([customId, rows]) =>
    readFileUser({ customId, rows, isTooLarge: false }, read),
  );
  return { columns: read, users };
}
