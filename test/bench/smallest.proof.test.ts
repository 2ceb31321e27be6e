import { expect, test } from 'vitest';
import { npmRun } from '#test/support/process.ts';

test('every benchmark runs at its smallest size', async () => {
  const { code, output } = await npmRun({ NODE_ENV: 'production' }, 'bench', '--', '--smallest');
  expect({ code, output }).toMatchObject({ code: 0 });
});
