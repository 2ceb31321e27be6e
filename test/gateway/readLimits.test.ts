import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { bytesInWords } from '#contract/bytes.ts';
import { attemptLimits } from '#contract/delivery.ts';
import { grouped } from '#contract/digits.ts';
import { defaultBodyLimit } from '#contract/operation.ts';
import { restoreBackup } from '#contract/operations/backup.ts';
import { receiveMessage } from '#contract/operations/inspector.ts';
import { importFiles, pushPrices } from '#contract/operations/prices.ts';
import { receiveHint } from '#contract/operations/upstream.ts';
import { changeAttributes, importUsers } from '#contract/operations/userImports.ts';
import { createSelection } from '#contract/operations/selections.ts';
import { updateUser } from '#contract/operations/users.ts';
import { providerLimits } from '#gateway/access/boundedFetch.ts';
import { providerTimeoutSeconds } from '#gateway/access/provider.ts';
import { backupLineLimits } from '#gateway/backup/read.ts';
import { bodyBounds } from '#platform/http/body.ts';
import { patchBounds } from '#platform/http/userPatch.ts';
import { maxAttributeLine } from '#service/imports/attributeLines.ts';
import { longestRow } from '#service/imports/csvRows.ts';
import { importLimits } from '#service/imports/importLimits.ts';
import { maxColumns, maxRowSize } from '#service/imports/userCsv.ts';
import { maxTexts } from '#upstream/live/hints.ts';
import {
  answerLimits,
  historyLimits,
  maxErrorLength,
  userListLimits,
  type AnswerLimits,
} from '#upstream/source/answerLimits.ts';
import { defaultTimeouts } from '#upstream/source/source.ts';
import { sectionOf, tableBelow } from '#test/support/markdown.ts';

const gibibyte = 1024 ** 3;
const seconds = (ms: number) => `${ms / 1000} s`;
const jsonOf = ({ levels, values }: { levels: number; values: number }) =>
  `${levels} levels, ${grouped(values)} values`;

const answer = (limits: AnswerLimits) => [
  [
    `${bytesInWords(limits.bytes)} unpacked`,
    ...(limits.rowLength < limits.bytes ? [`a row ${bytesInWords(limits.rowLength)}`] : []),
    `a value ${bytesInWords(limits.valueLength)}`,
  ].join(', '),
  `${jsonOf(limits)}, ${grouped(limits.fields)} fields of an object`,
];

/** Cells of each row as the limits in the code have them. */
const rows: Readonly<Record<string, readonly string[]>> = {
  'JSON body of a call': [
    `${bytesInWords(defaultBodyLimit)}, \`POST ${updateUser.path}\` ${bytesInWords(updateUser.body.limit)}, \`POST ${createSelection.path}\` ${bytesInWords(createSelection.body.limit)}, prices ${bytesInWords(pushPrices.body.limit)}`,
    jsonOf(bodyBounds),
  ],
  '`json` of a user': ['as its body', jsonOf(patchBounds)],
  '`POST /x/users/import`': [
    `${bytesInWords(importUsers.body.limit)} unpacked, a row ${bytesInWords(maxRowSize)}`,
    `${grouped(maxColumns)} columns`,
  ],
  '`POST /x/users/attributes`': [
    `${bytesInWords(changeAttributes.body.limit)}, a line ${bytesInWords(maxAttributeLine)}`,
    jsonOf(patchBounds),
  ],
  '`POST /x/import`': [
    `${bytesInWords(importFiles.body.limit)} unpacked, a row ${bytesInWords(longestRow)}`,
    `${grouped(importLimits.parts)} parts, ${grouped(importLimits.columns)} columns, ${grouped(importLimits.cells)} cells`,
  ],
  '`POST /x/restore`': [
    `${restoreBackup.body.limit / gibibyte} GiB, header ${bytesInWords(backupLineLimits.header)}, a line ${bytesInWords(backupLineLimits.row)}`,
  ],
  'connected service: users': answer(userListLimits),
  'connected service: histories': answer(historyLimits),
  'connected service: other answers': answer(answerLimits),
  'connected service: errors': [bytesInWords(maxErrorLength), `${answerLimits.levels} levels`],
  'connected service: its webhook': [
    bytesInWords(receiveHint.body.limit),
    `${grouped(maxTexts)} texts`,
  ],
  'OpenID Connect provider': [bytesInWords(providerLimits.bytes), jsonOf(providerLimits)],
  'receiver of a webhook': [bytesInWords(attemptLimits.maxAnswerBytes), 'not parsed'],
  'built-in inspector': [bytesInWords(receiveMessage.body.limit)],
};

const { beginMs, completeMs } = defaultTimeouts;
const times = [
  `Connected service: ${seconds(beginMs)} to begin, ${seconds(completeMs)} in all.`,
  `OpenID Connect provider: ${providerTimeoutSeconds} s.`,
  `Receiver of a webhook: ${seconds(attemptLimits.answerTimeoutMs)}.`,
];

test('the limits in SECURITY.md are those of the code', async () => {
  const text = await readFile(new URL('../../.github/SECURITY.md', import.meta.url), 'utf8');
  const limits = sectionOf('Limits of input', text);
  const written = tableBelow('Limits of input', text);
  expect(written.map(([input]) => input)).toEqual(Object.keys(rows));
  for (const [input = '', ...cells] of written) {
    const expected = rows[input] ?? [];
    expect([input, ...cells.slice(0, expected.length)]).toEqual([input, ...expected]);
  }
  for (const time of times) expect(limits.replaceAll('\n', ' ')).toContain(time);
});
