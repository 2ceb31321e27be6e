import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '#dashboard/app/pages.ts';
import { loadPage } from '#dashboard/app/router.tsx';

test.each(Object.entries(pages))(
  'the page at %s is drawn by $1.module',
  async (path, { module }) => {
    const load = Object.entries(loadPage).find(([one]) => one === path)?.[1];
    expect((await load?.())?.name).toBe(basename(module, '.tsx'));
  },
);
