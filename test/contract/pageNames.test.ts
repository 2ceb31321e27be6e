import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { changesPane, connectedPane } from '#contract/pageNames.ts';
import { pageLinks } from '#dashboard/url/pageLinks.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

test('messages of the service take the names of pages and panes from one place', () => {
  const labels = Object.values(pageLinks).map(({ label }) => label);
  const names = [...labels, changesPane, connectedPane].join('|');
  const sendsThere = new RegExp(
    `\\b(?:in|under|see|on|open)\\s+(?:${names})\\b|\\bSettings, [A-Z]`,
  );
  const files = globSync('{service,upstream,gateway,platform,directory}/**/*.ts', { cwd: src });
  expect(files.length).toBeGreaterThan(100);
  const named = files.filter((file) => sendsThere.test(readFileSync(`${src}${file}`, 'utf8')));
  expect(named).toEqual([]);
});
