import {
  and,
  desc,
  eq,
  exists,
  getTableColumns,
  gte,
  ilike,
  inArray,
  lt,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { AuditEntry } from '#contract/audit.ts';
import type { AuditChange } from '#contract/auditChange.ts';
import type { AuditKind, AuditResult } from '#contract/auditKinds.ts';
import type { ItemChange } from '#contract/itemChange.ts';
import { csvRows, csvText, type Cell } from '#contract/csv.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '#platform/database/database.ts';
import { auditChanges, auditTrail, type AuditRow } from '#platform/database/schema/audit.ts';
import { importedUsers, imports } from '#platform/database/schema/imports.ts';
import { users } from '#platform/database/schema/portfolio.ts';
import { attributeChanges } from '#platform/http/changes.ts';
import { statementChanges } from '#service/portfolio/statementChanges.ts';
import { isOneOfTexts, isStorable, isText } from '#platform/database/text.ts';
import { changesText, readChangesText } from './recordedChanges.ts';
import { itemChangeOperations } from './rules.ts';

/** Filter of entries. An omitted member does not restrict. */
export interface EntryFilter {
  readonly q?: string | undefined;
  readonly actor?: string | undefined;
  readonly operation?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly id?: string | undefined;
  readonly result?: AuditResult | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const csvPageSize = 500;
const maxChanges = 50;

const searchColumns = [
  auditTrail.actorName,
  auditTrail.actorId,
  auditTrail.address,
  auditTrail.operation,
  auditTrail.subjectId,
  auditTrail.subjectName,
  auditTrail.code,
  auditTrail.requestId,
];

function conditionOf(filter: EntryFilter): SQL | undefined {
  const { q = '', actor, operation, kind, id, result, from, to } = filter;
  const words = q.split(/\s+/).filter(Boolean);
  return and(
    ...words.map((word) =>
      isStorable(word)
        ? or(
            ...searchColumns.map((column) =>
              ilike(column, `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`),
            ),
          )
        : sql`false`,
    ),
    actor === undefined
      ? undefined
      : or(isText(auditTrail.actorId, actor), isText(auditTrail.actorName, actor)),
    operation === undefined ? undefined : isText(auditTrail.operation, operation),
    kind === undefined ? undefined : eq(auditTrail.subjectKind, kind),
    id === undefined ? undefined : isText(auditTrail.subjectId, id),
    result === undefined ? undefined : eq(auditTrail.result, result),
    from === undefined ? undefined : gte(auditTrail.at, from),
    to === undefined ? undefined : lt(auditTrail.at, to),
  );
}

interface PageOptions {
  readonly limit: number;
  /** Exclusive upper bound; null: from the newest entry. */
  readonly before: number | null;
}

interface StoredEntry extends AuditRow {
  readonly changes: string | null;
}

const selectEntries = (queries: Queries) =>
  queries
    .select({ ...getTableColumns(auditTrail), changes: auditChanges.changes })
    .from(auditTrail)
    .leftJoin(auditChanges, eq(auditChanges.seq, auditTrail.seq));

/** Returns entries, newest first. `last` is the start of the next page; null: no next page. */
export async function readEntries(
  queries: Queries,
  filter: EntryFilter,
  { limit, before }: PageOptions,
): Promise<{ readonly rows: readonly StoredEntry[]; readonly last: number | null }> {
  const rows = await selectEntries(queries)
    .where(and(before === null ? undefined : lt(auditTrail.seq, before), conditionOf(filter)))
    .orderBy(desc(auditTrail.seq))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return { rows: page, last: rows.length > limit ? (page.at(-1)?.seq ?? null) : null };
}

/** Returns the latest successful changes of one item, newest first. Those of a user include imports that are still stored. */
export async function readChanges(
  queries: Queries,
  { kind, id }: { readonly kind: AuditKind; readonly id: string },
): Promise<ItemChange[]> {
  const own = and(eq(auditTrail.subjectKind, kind), isText(auditTrail.subjectId, id));
  const imported = and(
    eq(auditTrail.subjectKind, 'import'),
    exists(
      queries
        .select({ seq: imports.seq })
        .from(imports)
        .innerJoin(importedUsers, eq(importedUsers.importSeq, imports.seq))
        .innerJoin(users, eq(users.seq, importedUsers.userSeq))
        .where(and(eq(imports.id, auditTrail.subjectId), isText(users.customId, id))),
    ),
  );
  const rows = await selectEntries(queries)
    .where(
      and(
        kind === 'user' ? or(own, imported) : own,
        eq(auditTrail.result, 'ok'),
        inArray(auditTrail.operation, [...itemChangeOperations]),
      ),
    )
    .orderBy(desc(auditTrail.seq))
    .limit(maxChanges);
  const byImports = await readImportChanges(
    queries,
    id,
    rows.flatMap(({ subjectKind, subjectId }) =>
      subjectKind === 'import' ? (subjectId ?? []) : [],
    ),
  );
  return rows.map((row) => ({
    at: formatTime(row.at),
    by: row.via === 'open' ? null : row.actorName,
    operation: row.operation ?? '',
    changes: row.subjectKind === 'import' ? (byImports.get(row.subjectId) ?? null) : changesOf(row),
  }));
}

async function readImportChanges(
  queries: Queries,
  customId: string,
  ids: readonly string[],
): Promise<Map<string | null, AuditChange[] | null>> {
  const rows = await queries
    .select({
      id: imports.id,
      attributes: importedUsers.attributes,
      statements: importedUsers.statements,
    })
    .from(imports)
    .innerJoin(importedUsers, eq(importedUsers.importSeq, imports.seq))
    .innerJoin(users, eq(users.seq, importedUsers.userSeq))
    .where(and(isOneOfTexts(imports.id, ids), isText(users.customId, customId)));
  const read = rows.map(async ({ id, attributes, statements }) => {
    const text = changesText([
      ...attributeChanges(attributes),
      ...(await statementChanges(queries, statements)),
    ]);
    return [id, text === null ? null : readChangesText(text)] as const;
  });
  return new Map(await Promise.all(read));
}

export function entryView(row: StoredEntry): AuditEntry {
  const { seq, at, address, operation, result, status, code, count, requestId } = row;
  const { actorId, actorName, actorRole, via, previous, hash } = row;
  const { subjectKind: kind, subjectId, subjectName, details } = row;
  return {
    seq,
    at: formatTime(at),
    actor: { id: actorId, name: actorName, role: actorRole, via },
    address,
    operation,
    subject: kind === null ? null : { kind, id: subjectId, name: subjectName },
    result,
    status,
    code,
    count,
    details: details === null ? null : JSON.parse(details),
    changes: changesOf(row),
    changesDigest: row.changesDigest,
    requestId,
    previous,
    hash,
  };
}

const changesOf = ({ changes }: StoredEntry): AuditChange[] | null =>
  changes === null ? null : readChangesText(changes);

const csvColumns: Readonly<Record<string, (row: StoredEntry) => Cell>> = {
  seq: ({ seq }) => seq,
  at: ({ at }) => formatTime(at),
  actor: ({ actorName }) => actorName,
  actorId: ({ actorId }) => actorId,
  role: ({ actorRole }) => actorRole,
  via: ({ via }) => via,
  address: ({ address }) => address,
  operation: ({ operation }) => operation,
  kind: ({ subjectKind }) => subjectKind,
  id: ({ subjectId }) => subjectId,
  name: ({ subjectName }) => subjectName,
  result: ({ result }) => result,
  status: ({ status }) => status,
  code: ({ code }) => code,
  count: ({ count }) => count,
  details: ({ details }) => details,
  requestId: ({ requestId }) => requestId,
  changes: ({ changes }) => changes,
  changesDigest: ({ changesDigest }) => changesDigest,
  previous: ({ previous }) => previous,
  hash: ({ hash }) => hash,
};

/** Streams all matching entries as CSV, newest first, at the reader's pace. */
export function entriesCsv(queries: Queries, filter: EntryFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let before: number | null = null;
  let isFirst = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { rows, last } = await readEntries(queries, filter, { limit: csvPageSize, before });
        const cells = rows.map((row) => Object.values(csvColumns).map((cellOf) => cellOf(row)));
        const text = isFirst ? csvText(Object.keys(csvColumns), cells) : csvRows(cells);
        isFirst = false;
        before = last;
        controller.enqueue(encoder.encode(text));
        if (last === null) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
