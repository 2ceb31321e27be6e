import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** How the cells of a column of attributes are read. */
export const cellKinds = ['text', 'number', 'boolean', 'json'] as const;
export type CellKind = (typeof cellKinds)[number];

/** A position a row: those without which there is none, and when it is in force. */
export const neededForHoldings = ['thematic', 'token', 'amount'] as const;
export const holdingFields = [...neededForHoldings, 'at'] as const;
/** The columns an import gives a meaning to, beside those of attributes. */
export const importFields = ['customId', ...holdingFields] as const;
export type ImportField = (typeof importFields)[number];

/** What a column of the file is for. */
const columnUse = z.union([
  z.enum([...importFields, 'ignored']),
  z.strictObject({ attribute: z.string(), as: z.optional(z.enum(cellKinds)) }),
]);
export type ColumnUse = z.infer<typeof columnUse>;

/** The parameter `map`: columns by their header that are to be read otherwise than their header says. */
export const columnMap = z.record(z.string(), columnUse);
export type ColumnMap = z.infer<typeof columnMap>;

/** What becomes of users that exist already. */
export const existingChoices = ['update', 'skip'] as const;
export type Existing = (typeof existingChoices)[number];

/** What the file of failures adds to the columns of the file; ignored when it is imported again. */
export const failureColumns = ['line (import)', 'reason (import)'] as const;

/** A column of the file, as it is read. */
export const importColumn = z.looseObject({
  /** As the header has it. */
  name: z.string(),
  use: z.enum([...importFields, 'attribute', 'ignored']),
  /** Of a column of attributes: the attribute's name, and how its cells are read. */
  attribute: z.optional(z.string()),
  as: z.optional(z.enum(cellKinds)),
  /** Why a column is ignored that nobody chose to ignore. */
  reason: z.optional(z.string()),
  /** The first cell that is not empty. */
  sample: z.string(),
});
export type ImportColumn = z.infer<typeof importColumn>;

export const userOutcomes = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const;
export type UserOutcome = (typeof userOutcomes)[number];

/** Rows of the file and the users in it, by what became of them. */
export const importCounts = z.looseObject({
  rows: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  failed: z.number(),
} satisfies Record<'rows' | UserOutcome, z.ZodMiniNumber>);
export type ImportCounts = z.infer<typeof importCounts>;

const fileRow = z.object({ row: z.number(), cells: z.array(z.string()) });

/** What became of one user of the file; in a dry run: what would become of it. */
export const importedUser = z.object({
  user: z.string(),
  outcome: z.enum(userOutcomes),
  /** The line of the file at which the user's first row begins, or the row that is at fault. */
  row: z.number(),
  /** The column at fault. */
  field: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** In a dry run: the attributes that would change, and how many statements of holdings would be written. */
  attributes: z.optional(z.record(z.string(), z.unknown())),
  statements: z.optional(z.number()),
  /** Of a user that failed: its rows, so that they can be corrected and imported again. */
  rows: z.optional(z.array(fileRow)),
});
export type ImportedUser = z.infer<typeof importedUser>;

/**
 * A line of the answer of `POST /x/users/import` (NDJSON): progress; then `import`, once the file was read; a line a user, with
 * progress in between; and one `result` or `problem` at the end.
 */
export const userImportLine = z.union([
  z.object({ progress: z.string(), done: z.number(), of: z.nullable(z.number()) }),
  z.object({
    import: z.object({
      /** By which it can be undone; null in a dry run. */
      id: z.nullable(z.string()),
      /** From when on holdings are in force whose rows say no `at`: the dry run's, sent with the import, fixes it. */
      asOf: isoTime,
      rows: z.number(),
      users: z.number(),
      columns: z.array(importColumn),
    }),
  }),
  z.object({ result: importCounts }),
  z.object({
    problem: z.object({ code: z.string(), title: z.string(), detail: z.string() }),
  }),
  importedUser,
]);
export type UserImportLine = z.infer<typeof userImportLine>;

/** A line of the answer of `POST /x/users/import/{id}/undo` (NDJSON): what was not taken back, then one `result` or `problem`. */
export const importUndoLine = z.union([
  z.object({ progress: z.string(), done: z.number(), of: z.nullable(z.number()) }),
  z.object({
    result: z.object({
      /** Users of whom all was taken back, and of whom something changed since and was left as it is. */
      restored: z.number(),
      kept: z.number(),
      /** Users the import created: they stay, as users cannot be deleted. */
      created: z.number(),
    }),
  }),
  z.object({
    problem: z.object({ code: z.string(), title: z.string(), detail: z.string() }),
  }),
  /** Something of a user that changed since the import, and so was left as it is. */
  z.object({ user: z.string(), field: z.string(), reason: z.string() }),
]);
export type ImportUndoLine = z.infer<typeof importUndoLine>;

/** The last imports are listed, and can be undone, for so many days. */
export const undoableImports = { count: 20, days: 30 } as const;

/** How long the name of an imported file may be. */
export const maxFileNameLength = 255;

/** A row of `GET /x/users/imports`, newest first. */
export const pastImport = z.looseObject({
  id: z.string(),
  startedAt: isoTime,
  /** null: it is running, or the process ended before it did. */
  endedAt: z.nullable(isoTime),
  /** null: nobody signs in. */
  by: z.nullable(z.string()),
  /** Name of the file; null: it was not sent. */
  file: z.nullable(z.string()),
  /** Users by outcome. */
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  failed: z.number(),
  /** Until when it can be undone, unless it ceases to be one of the last; null: there is nothing to undo. */
  undoUntil: z.nullable(isoTime),
  undoneAt: z.nullable(isoTime),
});
export const pastImportList = z.array(pastImport);
export type PastImport = z.infer<typeof pastImport>;
