import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { giveSize, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { frame, recordsOf, serve } from './someRecords.ts';

let path = '';
beforeEach(async () => {
  giveSize(frame);
  path = `/thematics/${(await someThematic()).thematic._id}`;
});

async function factsOf(label: 'Level' | 'Change') {
  const { user } = open(path);
  await screen.findByRole('application');
  await user.click(await screen.findByTitle(label === 'Level' ? /^Explain: Level/ : /^Return: /));
  const card = within(await screen.findByRole('dialog', { name: `${label}, explained` }));
  await card.findByText('Gaps');
  return (name: string) => card.getByText(name, { selector: 'dt' }).nextSibling?.textContent;
}

test('names the step of the records, and that they have no gaps', async () => {
  serve('thematics', () => recordsOf([50, 55, 60, 61, 62]));
  const fact = await factsOf('Level');
  expect(fact('Step')).toBe('4\u2009h');
  expect(fact('Records')).toBe('5');
  expect(fact('Gaps')).toBe('none');
});

test('names the gaps at which the chart breaks its line', async () => {
  const records = recordsOf([50, 55, null, 61, 62, 63, 64, 65, 66, 67, 68]);
  serve('thematics', () => records.filter((_, i) => i < 6 || i > 8));
  const fact = await factsOf('Change');
  expect(fact('Step')).toBe('4\u2009h');
  expect(fact('Gaps')).toBe(
    '2: 18 May, 04:00 to 18 May, 12:00, not known; 18 May, 20:00 to 19 May, 12:00, no records',
  );
});
