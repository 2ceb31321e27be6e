import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { changesPane, connectedPane } from '#contract/pageNames.ts';
import { pageLinks } from '#dashboard/url/pageLinks.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const names = [...Object.values(pageLinks).map(({ label }) => label), changesPane, connectedPane];
const filesWith = (pattern: RegExp, files: readonly string[]) =>
  files.filter((file) => pattern.test(readFileSync(`${src}${file}`, 'utf8')));

test('messages take the names of pages and panes from one place', () => {
  const sendsThere = new RegExp(
    `\\b(?:in|under|see|on|open)\\s+(?:${names.join('|')})\\b|\\bSettings, [A-Z]`,
  );
  const files = globSync('{service,upstream,gateway,platform,directory,dashboard}/**/*.{ts,tsx}', {
    cwd: src,
  });
  expect(files.length).toBeGreaterThan(400);
  expect(filesWith(sendsThere, files)).toEqual([]);
});

test('the dashboard takes the names of pages and panes from one place', () => {
  // These also name columns, groups of results and parts of pages.
  const nouns: readonly string[] = ['Users', 'Thematics', 'Tokens', 'Webhooks'];
  const own = names.filter((name) => !nouns.includes(name));
  const named = new RegExp(`['"\`>}\\s](?:${own.join('|')})\\b`);
  const files = globSync('dashboard/**/*.{ts,tsx}', { cwd: src });
  expect(filesWith(named, files).toSorted()).toEqual([
    // Its “Access” is what a person may do without keys.
    'dashboard/app/bar/Person.tsx',
    'dashboard/url/pageLinks.ts',
  ]);
});
