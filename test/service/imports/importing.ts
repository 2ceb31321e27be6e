import type { ImportedUser, ImportUndoLine, UserImportLine } from '#contract/userImport.ts';
import { importUserLines, type ImportUsersOptions } from '#service/imports/importUsers.ts';
import { undoImportLines } from '#service/imports/undoImport.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { withoutEntries } from '#test/support/notRecorded.ts';
import type { Holdable } from '#test/support/usersCsv.ts';
import type { TestService } from '#test/support/service.ts';
import { thematicList } from '#test/support/embedded.ts';

export type TestImport = Partial<
  Pick<ImportUsersOptions, 'dryRun' | 'existing' | 'asOf' | 'map' | 'author' | 'fileName'>
>;

/** Lines of an import of a CSV text. */
export function linesOf(
  { dependencies }: TestService,
  csv: string | Uint8Array,
  options: TestImport = {},
  run = importUserLines,
): AsyncGenerator<UserImportLine, undefined> {
  async function* bytes() {
    yield typeof csv === 'string' ? Buffer.from(csv) : csv;
  }
  return run(bytes(), {
    ...dependencies,
    author: null,
    recorder: withoutEntries,
    dryRun: false,
    existing: 'update',
    asOf: null,
    map: {},
    fileName: null,
    ...options,
  });
}

const isUser = (line: UserImportLine): line is ImportedUser => 'user' in line;

/** What an import answered: its users, its beginning and its counts. */
export async function importCsv(
  service: TestService,
  csv: string | Uint8Array,
  options: TestImport = {},
  run = importUserLines,
) {
  const lines: UserImportLine[] = [];
  for await (const line of linesOf(service, csv, options, run)) lines.push(line);
  const begun = lines.find((line) => 'import' in line);
  const ended = lines.at(-1);
  if (begun === undefined || ended === undefined || !('result' in ended)) {
    throw new Error(`No import: ${JSON.stringify(lines)}`);
  }
  return { users: lines.filter(isUser), begun: begun.import, result: ended.result };
}

export async function undoLines(
  { dependencies }: TestService,
  id: string | null,
  run = undoImportLines,
): Promise<ImportUndoLine[]> {
  const lines: ImportUndoLine[] = [];
  for await (const line of run(id ?? '', {
    ...dependencies,
    author: null,
    recorder: withoutEntries,
  }))
    lines.push(line);
  return lines;
}

/** A thematic of the simulated market, and its tokens in order of their ids. */
export async function someHoldable(service: TestService): Promise<Holdable> {
  const answer = await service.call('GET', getThematics.path);
  const [thematic] = thematicList.parse(await answer.json());
  const tokens = thematic?.tokens.map(({ token }) => token._id) ?? [];
  return { thematic: thematic?._id ?? '', tokens: tokens.toSorted() };
}
