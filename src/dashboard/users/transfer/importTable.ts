import { readOnlyAttributes } from '#contract/user.ts';
import { createBreather } from './breather.ts';
import { type CellKind, createKindGuess } from './cells.ts';
import { CsvFault, type CsvRecord, readCsv, separatorOf, separatorSaid } from './csvReader.ts';

/** A column of the file beside the customId. */
export interface ImportColumn {
  readonly name: string;
  /** Its place among the cells of a row. */
  readonly place: number;
  /** How it is read unless the person says otherwise. */
  readonly guessed: CellKind;
  /** Why it can only be left out; null: the person chooses. */
  readonly barred: string | null;
  /** The first cell that is not empty. */
  readonly sample: string;
}

/** A file as it was read: nothing is known yet of who is there. */
export interface ImportTable {
  readonly head: readonly string[];
  readonly idPlace: number;
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly CsvRecord[];
}

/** What the list of failures adds to the columns of the file; left out when that list is imported again. */
export const failureHeads = ['line (import)', 'reason (import)'] as const;

/** What an exported directory tells that is no attribute. */
const exported = /^(dayChangeRatio|thematics|(total|dayChange) \(.*\)|dayChange)$/;
const readOnly: ReadonlySet<string> = new Set(readOnlyAttributes);

/**
 * Reads a file of users, part by part so that the page goes on.
 * @throws {CsvFault} where the file as a whole cannot be used.
 */
export async function readImport(
  text: string,
  onProgress: (share: number) => void = () => {},
): Promise<ImportTable> {
  const { isDue, breathe } = createBreather();
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const said = separatorSaid(body);
  let head: readonly string[] | null = null;
  const rows: CsvRecord[] = [];
  for (const record of readCsv(body, said ?? separatorOf(body))) {
    if (said !== null && record.line === 1) continue;
    if (head === null) head = record.cells;
    else rows.push(record);
    if (isDue()) {
      onProgress(record.line);
      await breathe();
    }
  }
  if (head === null)
    throw new CsvFault('The file is empty. It needs a head with a column customId.');
  const idPlace = idPlaceOf(head);
  refuseTwins(head);
  if (rows.length === 0) throw new CsvFault('The file has a head and no rows under it.');
  const guesses = head.map(() => createKindGuess());
  const samples = head.map(() => '');
  for (const { cells } of rows) {
    for (const [place, cell] of cells.entries()) {
      guesses[place]?.see(cell);
      if (samples[place] === '') samples[place] = cell;
    }
    if (isDue()) await breathe();
  }
  const columns = head.flatMap((name, place): ImportColumn[] => {
    if (place === idPlace) return [];
    const barred = barredBecause(name);
    const isLeftOut = barred !== null || exported.test(name);
    const guessed = isLeftOut ? 'none' : (guesses[place]?.kind() ?? 'text');
    return [{ name, place, guessed, barred, sample: samples[place] ?? '' }];
  });
  return { head, idPlace, columns, rows };
}

function idPlaceOf(head: readonly string[]): number {
  const exact = head.indexOf('customId');
  if (exact !== -1) return exact;
  const alike = head.findIndex((name) => /^custom[ _-]?id$/i.test(name.trim()));
  if (alike !== -1) return alike;
  const there = head.map((name) => `“${name}”`).join(', ');
  throw new CsvFault(`No column is called customId. The first line has ${there}.`);
}

/** Of two columns of one name it could not be told which is meant. */
function refuseTwins(head: readonly string[]): void {
  const twin = head.find((name, place) => name !== '' && head.indexOf(name) !== place);
  if (twin !== undefined) throw new CsvFault(`Two columns are called “${twin}”.`);
}

function barredBecause(name: string): string | null {
  if (name === '') return 'has no name';
  if (readOnly.has(name)) return 'told by the service';
  if (name === 'wallets') return 'states holdings';
  return failureHeads.some((head) => head === name) ? 'added by an import' : null;
}
