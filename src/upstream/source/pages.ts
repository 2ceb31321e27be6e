import type { HistoryType } from '#contract/historyType.ts';
import type { IncompleteList } from '#contract/incompleteList.ts';
import { isObject } from '#contract/mergePatch.ts';
import { inSlices } from '#directory/slices.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { continuationOf } from '../reading/continuation.ts';
import { createFindings, idNames, nameIn } from '../reading/findings.ts';
import { pageOf, rowsOf, type ListName } from '../reading/lists.ts';
import type { ForeignPage } from '../reading/pagePlaces.ts';
import type { ForeignRecord, Read } from '../reading/read.ts';
import { joinedHistory, readHistoryPage } from '../reading/readHistory.ts';
import { readId } from '../reading/scalars.ts';
import { createTally } from '../reading/tally.ts';
import { isNotFound } from './faults.ts';
import type { Foreign, Source } from './source.ts';

/** Accepts a path below the base address, or a full address. */
type GetPage = (path: string) => Promise<Foreign>;

export interface ListPage {
  readonly answer: Foreign;
  readonly read: number;
  readonly reported: number | null;
}

/** Bounds against lists that never end: total rows, and consecutive pages without rows. */
const maxRows = 1_000_000;
const maxEmptyPages = 100;

/** Requests a path in the background, bypassing the cache. Throws if the service fails, even if an old answer exists. */
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
 * Requests a list page by page.
 * @param pageIn is called once with the JSON of each page, including a page that repeats the previous one and is skipped.
 * @returns why the list is incomplete; null if it is complete.
 */
export async function* pagesOf(
  get: GetPage,
  path: string,
  pageIn: (json: unknown) => ForeignPage | Promise<ForeignPage>,
): AsyncGenerator<ListPage, IncompleteList | null> {
  const addresses = new Set<string>();
  const tally = createTally();
  let empty = 0;
  let previous = '';
  let what = '';
  const ended = (kind: IncompleteList['kind']): IncompleteList => {
    const { read, reported } = tally.position();
    return { kind, what, read, reported: reported !== null && reported > read ? reported : null };
  };
  for (let from = path; ;) {
    const answer = await nextAnswer(get, from, addresses.size > 0);
    if (answer === null) return ended('refused');
    addresses.add(answer.address);
    const page = await pageIn(answer.json);
    ({ what } = page);
    const own = fingerprintOf(page.rows);
    if (own !== '' && own === previous) return ended('repeated');
    previous = own;
    tally.add(page, answer);
    const position = tally.position();
    yield { answer, ...position };
    const next = continuationOf(page, answer, position);
    if (next === null) return ended('fewer').reported === null ? null : ended('fewer');
    if (typeof next === 'string') return ended(next);
    empty = page.rows.length === 0 ? empty + 1 : 0;
    if (addresses.has(next.address)) return empty > 0 ? null : ended('repeated');
    if (position.read >= maxRows || empty >= maxEmptyPages) return ended('endless');
    addresses.add(next.address);
    from = next.address;
  }
}

/** Returns null if the service rejects a later page, for example because of an unknown parameter. */
async function nextAnswer(get: GetPage, path: string, isLater: boolean): Promise<Foreign | null> {
  try {
    return await get(path);
  } catch (error) {
    if (isLater && error instanceof Problem && isRefusal(error)) return null;
    throw error;
  }
}

const isRefusal = (error: Problem): boolean =>
  error.code === 'upstream-rejected' || error.code.endsWith('-not-found') || isNotFound(error);

/** Rows compared at each end of a page, which may be long. */
const sampleSize = 500;

/** Identifies a page by the ids of its rows, or by the first and the last row if they have no ids. */
function fingerprintOf(rows: readonly unknown[]): string {
  if (rows.length === 0) return '';
  const sample =
    rows.length <= 2 * sampleSize
      ? rows
      : [...rows.slice(0, sampleSize), ...rows.slice(-sampleSize)];
  const ids = sample.map((row) => {
    const name = isObject(row) ? nameIn(row, idNames) : undefined;
    return readId(isObject(row) && name !== undefined ? row[name] : row);
  });
  const areIds = ids.every((id) => typeof id === 'string');
  return JSON.stringify(areIds ? [rows.length, ids] : [rows.length, rows[0], rows.at(-1)]);
}

/** Requests all pages of a list and parses them as one. */
export async function readWholeList<Value>(
  get: GetPage,
  path: string,
  list: ListName,
  read: (json: unknown) => Generator<void, Read<Value>>,
): Promise<Read<Value>> {
  const findings = createFindings();
  const answers: unknown[] = [];
  const rows: unknown[] = [];
  const pages = pagesOf(get, path, (json) => pageOf(json, list));
  let page = await pages.next();
  for (; page.done !== true; page = await pages.next()) {
    const { json } = page.value.answer;
    answers.push(json);
    for (const row of rowsOf(json, list.name, findings).rows) rows.push(row);
  }
  const incomplete = page.value === null ? [] : [page.value];
  if (answers.length === 1) return { ...(await inSlices(read(answers[0]))), incomplete };
  findings.shape('list-pages');
  const [ofPages, whole] = [findings.read(null), await inSlices(read(rows))];
  return {
    value: whole.value,
    unread: [...ofPages.unread, ...whole.unread],
    incomplete,
    shapes: [...ofPages.shapes, ...whole.shapes],
    notes: [...ofPages.notes, ...whole.notes],
  };
}

/** Requests all pages of a history and parses them as one. `type` is null for the call without one. */
export async function readWholeHistory(
  get: GetPage,
  path: string,
  type: HistoryType | null,
  now: number,
): Promise<Read<readonly ForeignRecord[]>> {
  const reads: Read<readonly ForeignRecord[]>[] = [];
  const pages = pagesOf(get, path, async (json) => {
    const { read, page } = await inSlices(readHistoryPage(json, type, now));
    reads.push(read);
    return page;
  });
  let count = 0;
  let page = await pages.next();
  for (; page.done !== true; page = await pages.next()) count += 1;
  const [first] = reads;
  const read =
    count === 1 && first !== undefined
      ? first
      : await inSlices(joinedHistory(reads.slice(0, count)));
  return { ...read, incomplete: page.value === null ? [] : [page.value] };
}
