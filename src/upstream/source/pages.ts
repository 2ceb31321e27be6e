import { type Problem, problem } from '#platform/http/problem.ts';
import { createFindings } from '../reading/findings.ts';
import { nextPage, rowsOf } from '../reading/lists.ts';
import type { Read } from '../reading/read.ts';
import type { Foreign, Source } from './source.ts';

/** Gives the answer of a path below the base address, or of a full address. */
type GetPage = (path: string) => Promise<Foreign>;

/** Rows of a list that are read at most. */
const maxRows = 1_000_000;

export const elsewhereNote =
  'The list goes on at another service, where it is not read: it ends early.';

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

/** A list page by page; one that leads back to a page before has ended. Returns whether it goes on elsewhere, where it is not read. */
export async function* pagesOf(get: GetPage, path: string): AsyncGenerator<Foreign, boolean> {
  const addresses = new Set<string>();
  for (let from = path; ;) {
    const page = await get(from);
    addresses.add(page.address);
    yield page;
    const next = nextPage(page.json, page.link, page.address);
    if (next === null || next === 'elsewhere') return next === 'elsewhere';
    if (addresses.has(next.address)) return false;
    addresses.add(next.address);
    from = next.address;
  }
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
  const pages = pagesOf(get, path);
  let page = await pages.next();
  for (; page.done !== true && rows.length < maxRows; page = await pages.next()) {
    answers.push(page.value.json);
    for (const row of rowsOf(page.value.json, name, findings).rows) rows.push(row);
  }
  if (answers.length === 1 && page.value === false) return read(answers[0]);
  findings.shape('list in pages');
  if (page.done !== true) {
    findings.note(`The list goes on: shown are its first ${rows.length} rows.`);
  } else if (page.value) findings.note(elsewhereNote);
  const [ofPages, whole] = [findings.read(null), read(rows)];
  return {
    value: whole.value,
    unread: [...ofPages.unread, ...whole.unread],
    shapes: [...ofPages.shapes, ...whole.shapes],
    notes: [...ofPages.notes, ...whole.notes],
  };
}
