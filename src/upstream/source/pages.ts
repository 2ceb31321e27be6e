import { isObject } from '#contract/mergePatch.ts';
import { type Problem, problem } from '#platform/http/problem.ts';
import { createFindings, nameIn } from '../reading/findings.ts';
import { idNames, nextPage, rowsOf } from '../reading/lists.ts';
import type { Read, Unread } from '../reading/read.ts';
import { readId } from '../reading/scalars.ts';
import type { Foreign, Source } from './source.ts';

/** Gives the answer of a path below the base address, or of a full address. */
type GetPage = (path: string) => Promise<Foreign>;

/** Rows of a list that are read at most, and pages without any in a row. */
const maxRows = 1_000_000;
const maxEmptyPages = 100;

/** Why the next page of a list is not read. */
const earlyEnds = {
  elsewhere: 'the list goes on at another service',
  same: 'it is the same as the one before',
  endless: `the list goes on for more than a million rows, or for ${maxEmptyPages} pages without any`,
} as const;
type EarlyEnd = keyof typeof earlyEnds;

/** The page after so many that were read. What is derived from all rows is not known then. */
export const unreadPage = (end: EarlyEnd, pages: number): Unread => ({
  what: 'page',
  why: earlyEnds[end],
  count: 1,
  of: pages + 1,
  example: '',
});

/** An answer as the service gives it now, in the background; throws where it gives none, also where an old one is there. */
export async function readNow(
  source: Source,
  path: string,
  notFound?: () => Problem,
): Promise<Foreign> {
  const answer = await source.read(path, {
    priority: 'background',
    maxAge: 0,
    ...(notFound === undefined ? {} : { notFound }),
  });
  if (answer.stale === null) return answer;
  throw problem('upstream-unreachable', answer.stale);
}

/**
 * A list under its name (`users`) page by page; one that leads back to a page before has ended.
 * @returns why it ends early; null: it does not.
 */
export async function* pagesOf(
  get: GetPage,
  path: string,
  name: string,
): AsyncGenerator<Foreign, EarlyEnd | null> {
  const addresses = new Set<string>();
  let count = 0;
  let empty = 0;
  let idsBefore = '';
  for (let from = path; ;) {
    const page = await get(from);
    addresses.add(page.address);
    const { rows } = rowsOf(page.json, name, createFindings());
    const ids = idsOf(rows);
    if (ids !== '' && ids === idsBefore) return 'same';
    idsBefore = ids;
    yield page;
    const next = nextPage(page.json, page.link, page.address);
    if (next === null || next === 'elsewhere') return next;
    if (addresses.has(next.address)) return null;
    count += rows.length;
    empty = rows.length === 0 ? empty + 1 : 0;
    if (count >= maxRows || empty >= maxEmptyPages) return 'endless';
    addresses.add(next.address);
    from = next.address;
  }
}

/** What the rows of a page are known by; an empty text where one of them has no id. */
function idsOf(rows: readonly unknown[]): string {
  const ids = rows.map((row) => {
    const name = isObject(row) ? nameIn(row, idNames) : undefined;
    return readId(isObject(row) && name !== undefined ? row[name] : row);
  });
  return ids.every((id) => typeof id === 'string') && ids.length > 0 ? JSON.stringify(ids) : '';
}

/** A list followed to its end and read as if it came in one piece under its name (`users`). */
export async function readWholeList<Value>(
  get: GetPage,
  path: string,
  name: string,
  read: (json: unknown) => Read<Value>,
): Promise<Read<Value>> {
  const findings = createFindings();
  const answers: unknown[] = [];
  const rows: unknown[] = [];
  const pages = pagesOf(get, path, name);
  let page = await pages.next();
  for (; page.done !== true; page = await pages.next()) {
    answers.push(page.value.json);
    for (const row of rowsOf(page.value.json, name, findings).rows) rows.push(row);
  }
  const end = page.value;
  if (answers.length === 1 && end === null) return read(answers[0]);
  findings.shape('list in pages');
  const [ofPages, whole] = [findings.read(null), read(rows)];
  return {
    value: whole.value,
    unread: [
      ...ofPages.unread,
      ...whole.unread,
      ...(end === null ? [] : [unreadPage(end, answers.length)]),
    ],
    shapes: [...ofPages.shapes, ...whole.shapes],
    notes: [...ofPages.notes, ...whole.notes],
  };
}
