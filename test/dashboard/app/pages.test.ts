import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { matchPath, matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { initialPeriod } from '#contract/historyType.ts';
import type { PageHandle } from '#dashboard/app/firstAnswers.ts';
import { pages } from '#dashboard/app/pages.ts';
import { routes } from '#dashboard/app/router.tsx';
import { navigationPages } from '#dashboard/url/pageLinks.ts';
import { makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';
import { views } from '#test/screenshots/views.ts';

const dashboard = join(import.meta.dirname, '../../../src/dashboard');

test.each(Object.entries(pages))('the page at %s is in $1.module', async (path, { module }) => {
  const shown = matchRoutes(routes, path)?.at(-1)?.route.lazy;
  if (typeof shown !== 'function') throw new Error(`No page is loaded at ${path}`);
  const { Component } = await shown();
  expect(Component?.name).toBe(basename(module, '.tsx'));
});

test('every page has an address', () => {
  const modules = globSync('!(app)/**/*Page.tsx', { cwd: dashboard });
  const shown = new Set(Object.values(pages).map(({ module }) => module));
  expect(modules.toSorted()).toEqual([...shown].toSorted());
});

/** Makes a wallet, and returns addresses with its ids in place of `:name`. */
async function addressesOfWallet(): Promise<(pattern: string) => string> {
  const { thematic, tokens } = await someThematic();
  await makeUser('acme', {}, [{ thematics: thematic._id, tokens: { [tokens[0]]: 3 } }]);
  const ids = {
    customId: 'acme',
    thematicId: thematic._id,
    tokenId: tokens[0],
    period: initialPeriod,
  };
  return (pattern) =>
    Object.entries(ids).reduce((after, [name, id]) => after.replace(`:${name}`, id), pattern);
}

function requestedPaths(): ReadonlySet<string> {
  const requested = new Set<string>();
  server.events.on('request:start', ({ request: { url } }) => {
    const { pathname, search } = new URL(url);
    requested.add(pathname + search);
  });
  return requested;
}

test.each(Object.entries(pages))(
  'the page at %s sends its declared requests first',
  async (path, page) => {
    const filled = await addressesOfWallet();
    const requested = requestedPaths();
    open(filled(path));
    await waitFor(() =>
      expect([...requested]).toEqual(expect.arrayContaining(page.requests.map(filled))),
    );
  },
);

test('first queries of a page begin its declared requests', async () => {
  const filled = await addressesOfWallet();
  let checked = 0;
  for (const [path, page] of Object.entries(pages)) {
    const lazy = matchRoutes(routes, path)?.at(-1)?.route.lazy;
    if (typeof lazy !== 'function') throw new Error(`No page is loaded at ${path}`);
    const { handle } = await lazy();
    const { firstQueries }: PageHandle = handle;
    if (firstQueries === undefined) continue;
    const requested = requestedPaths();
    await Promise.all(firstQueries(new QueryClient(), new URL(filled(path), location.href)));
    expect([...requested]).toEqual(expect.arrayContaining(page.requests.map(filled)));
    checked += 1;
  }
  expect(checked).toBeGreaterThan(0);
});

test('every page without an id in its address is in the navigation', () => {
  const reached = navigationPages.flatMap((page) => [page, ...page.pages]).map(({ to }) => to);
  expect(reached.toSorted()).toEqual(
    Object.keys(pages)
      .filter((path) => !path.includes(':'))
      .toSorted(),
  );
});

test('no two pages have the same key', () => {
  const keys = navigationPages.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
});

test('the links in index.html are those of the navigation', () => {
  const html = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');
  const navigation = /<nav.*<\/nav>/s.exec(html)?.[0] ?? '';
  const links = navigation.matchAll(/<a href="(.+?)">(.+?)<\/a>/g);
  expect([...links].map(([, to, label]) => ({ to, label }))).toEqual(
    navigationPages.map(({ to, label }) => ({ to, label })),
  );
});

test('every page has screenshots', () => {
  const paths = Object.values(views).map(({ path }) => new URL(path, 'http://localhost').pathname);
  const missing = Object.keys(pages).filter(
    (pattern) => !paths.some((path) => matchPath(pattern, path) !== null),
  );
  expect(missing).toEqual([]);
});
