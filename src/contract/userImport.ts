import * as z from 'zod/mini';
import { isoTime } from './time.ts';

/** How the cells of an attribute column are parsed. */
export const cellKinds = ['text', 'number', 'boolean', 'json'] as const;
export type CellKind = (typeof cellKinds)[number];

/** Headers of the column that identifies the user, in order of preference. */
export const customIdHeaders = ['customId', 'id'] as const;
/** Columns of a position, one per row: the required ones, and the effective date. */
export const neededForHoldings = ['thematic', 'token', 'amount'] as const;
export const optionalForHoldings = ['at'] as const;
export const holdingFields = [...neededForHoldings, ...optionalForHoldings] as const;
/** Columns with a fixed meaning, in addition to attributes. */
export const importFields = ['customId', ...holdingFields] as const;
export type ImportField = (typeof importFields)[number];

const columnUse = z.union([
  z.enum([...importFields, 'ignored']),
  z.strictObject({ attribute: z.string(), as: z.optional(z.enum(cellKinds)) }),
]);
export type ColumnUse = z.infer<typeof columnUse>;

/** The parameter `map`: columns by header whose use differs from their header. */
export const columnMap = z.record(z.string(), columnUse);
export type ColumnMap = z.infer<typeof columnMap>;

/** Holds for every column: a figure that depends on when a file is imported would contradict it. */
export const secondImportText = 'Importing the same file again changes nothing.';

export const existingChoices = ['update', 'skip'] as const;
export type Existing = (typeof existingChoices)[number];

/** Columns that the file of failures adds. An import ignores them. */
export const failureColumns = ['line (import)', 'reason (import)'] as const;

/** A column of the file and its use. */
export const importColumn = z.looseObject({
  /** As written in the header. */
  name: z.string(),
  use: z.enum([...importFields, 'attribute', 'ignored']),
  /** For an attribute column: the attribute's name, and how its cells are parsed. */
  attribute: z.optional(z.string()),
  as: z.optional(z.enum(cellKinds)),
  /** Why a column is ignored that the caller did not choose to ignore. */
  reason: z.optional(z.string()),
  /** The first non-empty cell. */
  sample: z.string(),
});
export type ImportColumn = z.infer<typeof importColumn>;

export const userOutcomes = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const;
export type UserOutcome = (typeof userOutcomes)[number];

/** Number of rows in the file, and of its users by outcome. */
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

/** Outcome for one user of the file. In a dry run, the expected outcome. */
export const importedUser = z.object({
  user: z.string(),
  outcome: z.enum(userOutcomes),
  /** Line in the file of the user's first row, or of the faulty row. */
  row: z.number(),
  field: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** In a dry run: the attributes that would change, and the number of statements that would be written. */
  attributes: z.optional(z.record(z.string(), z.unknown())),
  statements: z.optional(z.number()),
  /** Rows of a failed user, so that they can be corrected and imported again. */
  rows: z.optional(z.array(fileRow)),
});
export type ImportedUser = z.infer<typeof importedUser>;

const progressLine = z.object({
  progress: z.string(),
  done: z.number(),
  of: z.nullable(z.number()),
});
const problemLine = z.object({
  problem: z.object({ code: z.string(), title: z.string(), detail: z.string() }),
});
const resultLine = z.object({ result: importCounts });

const startedImport = {
  /** Id for undoing the import; null in a dry run. */
  id: z.nullable(z.string()),
  rows: z.number(),
  users: z.number(),
};

/**
 * A line of the answer of `POST /x/users/import` (NDJSON): progress, then `import` after the file was parsed, then one line for
 * each user with progress in between, and one `result` or `problem` at the end.
 */
export const userImportLine = z.union([
  progressLine,
  z.object({
    import: z.object({
      ...startedImport,
      /** Effective date of holdings whose rows have no `at`. Send the dry run's value with the import to keep it. */
      asOf: isoTime,
      columns: z.array(importColumn),
    }),
  }),
  resultLine,
  problemLine,
  importedUser,
]);
export type UserImportLine = z.infer<typeof userImportLine>;

/**
 * A line of the body of `POST /x/users/attributes` (NDJSON): a user, by `customId` or `id`, and a merge patch of their attributes
 * with the rules of `POST /p/users/{id}`: null removes an attribute.
 */
export const attributePatch = z.strictObject({
  customId: z.optional(z.string()),
  id: z.optional(z.string()),
  attributes: z.record(z.string(), z.unknown()),
});

/** A line of the answer of `POST /x/users/attributes` (NDJSON), in the order of `userImportLine`. */
export const attributeImportLine = z.union([
  progressLine,
  z.object({ import: z.object(startedImport) }),
  resultLine,
  problemLine,
  importedUser,
]);
export type AttributeImportLine = z.infer<typeof attributeImportLine>;

/** Name in the list of imports of changed attributes for which the caller gave none. */
export const attributesFileName = 'attributes';

/**
 * A line of the answer of `POST /x/users/import/{id}/undo` (NDJSON): progress and unrestored values, then one `result` or
 * `problem`.
 */
export const importUndoLine = z.union([
  progressLine,
  z.object({
    result: z.object({
      /** Number of users that were completely restored, and of users with later changes that were left unchanged. */
      restored: z.number(),
      kept: z.number(),
      /** Users that the import created. They remain, because users cannot be deleted. */
      created: z.number(),
    }),
  }),
  problemLine,
  /** A value that changed after the import and was left unchanged. */
  z.object({ user: z.string(), field: z.string(), reason: z.string() }),
]);
export type ImportUndoLine = z.infer<typeof importUndoLine>;

/** The last imports are listed, and can be undone, up to this number and for this many days. */
export const undoableImports = { count: 20, days: 30 } as const;

export const maxFileNameLength = 255;

/** A row of `GET /x/users/imports`, newest first. */
export const pastImport = z.looseObject({
  id: z.string(),
  startedAt: isoTime,
  /** null while it runs, or if the process ended first. */
  endedAt: z.nullable(isoTime),
  /** null if sign-in is not configured. */
  by: z.nullable(z.string()),
  file: z.nullable(z.string()),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  failed: z.number(),
  /** Deadline for undoing it, provided it is still among the last imports; null if there is nothing to undo. */
  undoUntil: z.nullable(isoTime),
  undoneAt: z.nullable(isoTime),
});
export const pastImportList = z.array(pastImport);
export type PastImport = z.infer<typeof pastImport>;
