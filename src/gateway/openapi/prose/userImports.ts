import type * as userImports from '#contract/operations/userImports.ts';
import { importUsers, undoImport } from '#contract/operations/userImports.ts';
import {
  attributesFileName,
  cellKinds,
  customIdHeaders,
  holdingFields,
  importFields,
  secondImportText,
  undoableImports,
  userOutcomes,
} from '#contract/userImport.ts';
import type { ProseOf } from './callProse.ts';

const coded = (names: readonly string[], separator = ', ') =>
  names.map((name) => `\`${name}\``).join(separator);

const dryRun = { description: '`1`: reports what would be done, and changes nothing.', value: '1' };

export const userImportProse: ProseOf<typeof userImports> = {
  importUsers: {
    summary: 'Import users',
    description: `Users, attributes and holdings from a CSV file (comma, semicolon or tab; UTF-8 or marked UTF-16; plain or gzipped). Columns: ${coded(customIdHeaders, ' or ')}, attributes by name, and optionally ${coded(holdingFields)}, one position per row. Rows of one user may be anywhere in the file. Each user is imported completely or not at all, some dozens in one transaction, with the rules and events of \`PUT /p/users\` and \`POST /p/users/{id}\`. Empty cells change nothing. ${secondImportText} A file that cannot be imported at all gets a 4xx status before the answer begins. The answer has one JSON value per line: \`import\` once the file was read, one line per user (${coded(userOutcomes)}), and progress. The last line is the outcome: \`result\` if the import is complete, \`problem\` if a fault stopped it; without either, the connection was lost. If the caller disconnects, the import stops after the current transaction.`,
    query: {
      dryRun,
      existing: {
        description: 'Treatment of existing users: `update` (default) or `skip`.',
      },
      file: { description: 'Name of the file, for the list of imports.', example: 'users.csv' },
      asOf: {
        description:
          'Start of holdings whose rows have no `at`, as returned by the dry run. Default: now.',
        example: '2026-05-01T00:00:00.000Z',
      },
      map: {
        description: `JSON object of columns whose meaning differs from their header: one of ${coded([...importFields, 'ignored'])}, or \`{ attribute, as }\` with \`as\` one of ${cellKinds.join(', ')}.`,
        example: '{"E-Mail":"customId","Code":{"attribute":"code","as":"text"}}',
      },
    },
    body: { description: 'The file.' },
    answers: { 200: { description: 'One JSON value per line.' } },
  },
  changeAttributes: {
    summary: 'Change attributes of many users',
    description: `Sets and removes attributes of existing users, with the rules and events of \`POST /p/users/{id}\`. Lines of one user may be anywhere and are combined. Each user is changed completely or not at all, some dozens in one transaction. The answer has one JSON value per line, like that of \`POST ${importUsers.path}\`, with the outcomes \`updated\`, \`unchanged\` and \`failed\`: an unknown user fails, and is not created. A failed user comes with its lines, so that they can be corrected and sent again. The change is listed among the imports, and \`POST ${undoImport.path}\` undoes it. If the caller disconnects, the change stops after the current transaction.`,
    query: {
      dryRun,
      file: {
        description: `Name of the change, for the list of imports. Default: \`${attributesFileName}\`.`,
        example: 'Set country',
      },
    },
    body: {
      example: { customId: 'ada', attributes: { country: 'CH', adviser: null } },
      description:
        'One JSON object per line: a user, by `customId` or `id`, and a merge patch (RFC 7396) of their attributes, in which null removes an attribute.',
    },
    answers: { 200: { description: 'One JSON value per line.' } },
  },
  undoImport: {
    summary: 'Undo an import',
    description: `Restores attributes and holdings from before the import. Later changes are reported and left unchanged. Users that the import created remain, because users cannot be deleted. The last ${undoableImports.count} imports can be undone for ${undoableImports.days} days, each once: 409 \`import-undone\` after that.`,
    answers: {
      200: { description: 'One JSON value per line; the last is `result` or `problem`.' },
    },
  },
  getImports: {
    summary: 'Recent imports',
    description: `The last ${undoableImports.count} imports of users, newest first, for ${undoableImports.days} days.`,
    answers: { 200: { description: 'The imports.' } },
  },
};
