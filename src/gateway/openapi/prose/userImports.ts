import type * as userImports from '#contract/operations/userImports.ts';
import {
  cellKinds,
  holdingFields,
  importFields,
  undoableImports,
  userOutcomes,
} from '#contract/userImport.ts';
import type { ProseOf } from './callProse.ts';

const coded = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

export const userImportProse: ProseOf<typeof userImports> = {
  importUsers: {
    summary: 'Import users',
    description: `Users, attributes and holdings from a CSV file (comma, semicolon or tab; UTF-8 or marked UTF-16; plain or gzipped). Columns: \`customId\` (or \`id\`), attributes by name, and optionally ${coded(holdingFields)}, a row a position. Rows of one user may be anywhere in the file. Each user is written whole or not at all, some dozens in one transaction, with the rules and events of \`PUT /p/users\` and \`POST /p/users/{id}\`; an empty cell changes nothing; the same file again changes nothing. A file that cannot be imported at all is refused with a status of 4xx before the answer begins. The answer is a JSON value a line: \`import\` once the file was read, a line a user (${coded(userOutcomes)}, with row, field and reason), and progress. The last line tells the outcome: \`result\` if the import ran to its end, \`problem\` if a fault stopped it; without either the connection was lost. A caller that goes away stops it after the current transaction.`,
    query: {
      dryRun: { description: '`1`: says what would be done, and does nothing.', value: '1' },
      existing: {
        description: 'What becomes of users that exist already: `update` (default) or `skip`.',
      },
      file: { description: 'Name of the file, for the list of imports.', example: 'users.csv' },
      asOf: {
        description:
          'From when on holdings are in force whose rows have no `at`: what the dry run answered. Left out: now.',
        example: '2026-05-01T00:00:00.000Z',
      },
      map: {
        description: `JSON: columns that are to be read otherwise than their header says, as ${coded([...importFields, 'ignored'])}, or \`{ attribute, as }\` with \`as\` one of ${cellKinds.join(', ')}.`,
        example: '{"E-Mail":"customId","Code":{"attribute":"code","as":"text"}}',
      },
    },
    body: { description: 'The file.' },
    answers: { 200: { description: 'One JSON value a line.' } },
  },
  undoImport: {
    summary: 'Undo an import',
    description: `Attributes and holdings become what they were before the import. What changed since is reported and left as it is; users that it created stay, as users cannot be deleted. The last ${undoableImports.count} imports can be undone, for ${undoableImports.days} days, and each once: 409 \`import-undone\` after that.`,
    answers: { 200: { description: 'One JSON value a line; the last is `result` or `problem`.' } },
  },
  getImports: {
    summary: 'Recent imports',
    description: `The last ${undoableImports.count} imports of users, newest first, for ${undoableImports.days} days: when, by whom, from which file, users by outcome, and until when it can be undone or when it was.`,
    answers: { 200: { description: 'The imports.' } },
  },
};
