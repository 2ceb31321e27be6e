import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { callerRoles, hasRole } from '#contract/access.ts';
import { roleRights, roleText, roleTexts } from '#contract/roleTexts.ts';
import { getMetrics } from '#contract/operations/about.ts';
import { createKey } from '#contract/operations/access.ts';
import { getDelivery, getEndpointSecret } from '#contract/operations/endpoints.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { getTokens } from '#contract/operations/tokens.ts';
import { getUsers } from '#contract/operations/users.ts';
import { getUserHistory } from '#contract/operations/wallets.ts';
import type { Operation } from '#contract/operation.ts';
import { type OperationName, operations } from '#contract/operations/operations.ts';
import { ruleOf } from '#gateway/audit/rules.ts';

const all: [OperationName, Operation][] = Object.entries(operations).map(([name, operation]) => [
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the constant
  name as OperationName,
  operation,
]);

/** Operations that change something and that not everyone may call. */
const changing = all.filter(
  ([name, { method, role }]) => method !== 'GET' && role !== 'anyone' && ruleOf(name) !== null,
);

/** The resource of a path: its last part before the first parameter, `users` of `/p/users/{id}`. */
function resourceOf({ path }: Operation): string {
  const [before = ''] = path.split('/{');
  return before.split('/').at(-1) ?? '';
}

test.each(callerRoles)('what a role may do, in words, is what the operations allow: %s', (role) => {
  const may = (operation: Operation) => hasRole(role, operation.role);
  const allowed = changing.filter(([, operation]) => may(operation));
  const resources = [...new Set(allowed.map(([, operation]) => resourceOf(operation)))];
  const reads = all.filter(
    ([, operation]) => operation.method === 'GET' && operation.role !== 'anyone' && may(operation),
  );
  expect(roleRights[role]).toEqual({
    reads: may(getEndpointSecret)
      ? 'everything'
      : reads.every(([name]) => name === 'getMetrics')
        ? 'metrics and health'
        : 'no secrets',
    changes:
      allowed.length === changing.length
        ? 'everything'
        : resources.filter((resource) => resource !== 'sessions').toSorted(),
  });
  expect(may(createKey)).toBe(roleTexts[role].may.includes('including keys'));
});

const readText = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the page of a monitor links to every operation of the role', async () => {
  const page = await readText('src/dashboard/access/MonitorPane.tsx');
  const reads = all.filter(([, { method, role }]) => method === 'GET' && role === 'monitor');
  expect(reads).not.toEqual([]);
  for (const [name] of reads) expect(page).toContain(`href={${name}.path}`);
});

const readersOf = ({ role }: Operation): string[] =>
  callerRoles.filter((caller) => hasRole(caller, role)).map((caller) => `${caller}s`);

test('SECURITY.md shows data to the roles that may read it', async () => {
  const document = await readText('.github/SECURITY.md');
  // Rows without a note.
  for (const operation of [getUsers, getUserHistory, getThematics, getTokens, getDelivery])
    expect(document).toContain(`shown to ${readersOf(operation).join(' and ')}.`);
  expect(document).toContain(`; operators, ${readersOf(getMetrics).join(', ')} |`);
});

test('SECURITY.md describes roles in the words of the product', async () => {
  expect(callerRoles.map(roleText)).toEqual([
    'Admin: full access, including keys',
    'Analyst: no secrets, changes only views',
    'Monitor: metrics and health only',
  ]);
  const document = await readText('.github/SECURITY.md');
  for (const role of callerRoles)
    expect(document.replaceAll('\n', ' ')).toContain(`**${role}** (${roleTexts[role].may}`);
});
