import { waitFor } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import { initialPeriod } from '#contract/historyType.ts';
import { pages } from '#dashboard/app/pages.ts';
import { places } from '#dashboard/app/places.ts';
import { loadPage } from '#dashboard/app/router.tsx';
import { makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';
import { views } from '#test/screenshots/views.ts';

test.each(Object.entries(pages))(
  'the page at %s is drawn by $1.module',
  async (path, { module }) => {
    const load = Object.entries(loadPage).find(([one]) => one === path)?.[1];
    expect((await load?.())?.name).toBe(basename(module, '.tsx'));
  },
);

test.each(Object.entries(pages))(
  'the page at %s requests first what it says',
  async (path, page) => {
    const { thematic, tokens } = await someThematic();
    await makeUser('acme', {}, [{ thematics: thematic._id, tokens: { [tokens[0]]: 3 } }]);
    const ids = {
      customId: 'acme',
      thematicId: thematic._id,
      tokenId: tokens[0],
      period: initialPeriod,
    };
    const filled = (text: string) =>
      Object.entries(ids).reduce((after, [name, id]) => after.replace(`:${name}`, id), text);
    const requested = new Set<string>();
    server.events.on('request:start', ({ request: { url } }) => {
      const { pathname, search } = new URL(url);
      requested.add(pathname + search);
    });
    open(filled(path));
    await waitFor(() =>
      expect([...requested]).toEqual(expect.arrayContaining(page.requests.map(filled))),
    );
  },
);

test('every page without an id in its address is a place one can go', () => {
  const reached = places.flatMap((place) => [place, ...place.pages]).map(({ to }) => to);
  expect(reached.toSorted()).toEqual(
    Object.keys(pages)
      .filter((path) => !path.includes(':'))
      .toSorted(),
  );
});

test('no two places have the same key', () => {
  const keys = places.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
});

test('the links shown before the scripts are there are those of the navigation', () => {
  const html = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');
  const navigation = /<nav.*<\/nav>/s.exec(html)?.[0] ?? '';
  const links = navigation.matchAll(/<a href="(.+?)">(.+?)<\/a>/g);
  expect([...links].map(([, to, label]) => ({ to, label }))).toEqual(
    places.map(({ to, label }) => ({ to, label })),
  );
});

test('there are screenshots of every page', () => {
  const paths = Object.values(views).map(({ path }) => new URL(path, 'http://localhost').pathname);
  const missing = Object.keys(pages).filter(
    (pattern) => !paths.some((path) => matchPath(pattern, path) !== null),
  );
  expect(missing).toEqual([]);
});
