import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getThematicHistory, putThematic } from '#contract/operations/thematics.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { urls } from '#dashboard/url/urls.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { giveSize, readHistory, someThematic } from '#test/support/portfolio.ts';
import { testService } from '#test/support/server.ts';
import { openForm, openRedefine, read, weightsOf } from './thematicForm.ts';

const format = createFormat(defaultPreferences).market;

beforeEach(() => giveSize({ width: 900, height: 316 }));

test('creates a thematic from a pasted list, with an id derived from its name, and opens its page', async () => {
  const { tokens } = await someThematic();
  const { type, press, dialog, user, address } = await openForm(
    '/thematics?define=',
    'New thematic',
  );
  type('Name', 'Two & Two');
  await user.click(dialog.getByText('Paste a list'));
  type('List of tokens and weights', `${tokens[0]} 60, ${tokens[1]} 60 %`);
  await press('Replace all');
  expect(dialog.getByText('The weights must sum to 100 %.')).toBeTruthy();
  await press('Scale to 100 %');
  expect(dialog.getByLabelText('Weight, %, line 2')).toHaveProperty('value', '50');
  await user.click(dialog.getByLabelText('Backfill from the first available price'));
  expect(dialog.queryByLabelText(/^Effective from/)).toBeNull();
  expect(await dialog.findByText('Level now')).toBeTruthy();
  expect(
    dialog.getByText('Backfilled from the first available price; level starts at 100.'),
  ).toBeTruthy();
  const level = dialog.getByText('Level now').nextElementSibling?.textContent.split(' ')[0];
  await press('Create thematic');
  await waitFor(() => expect(address()).toBe('/thematics/two-two'));
  const { thematic } = await read('two-two');
  expect(thematic.name).toBe('Two & Two');
  expect(weightsOf(thematic)).toEqual({ [tokens[0]]: 0.5, [tokens[1]]: 0.5 });
  // The service computes the previewed level.
  expect(level).toBe(format.total(thematic.total));
  const pane = within(await screen.findByRole('region', { name: 'Definitions' }));
  expect(await pane.findByText('1, backfilled before 17 Jun 2026')).toBeTruthy();
  // Figures from backfilled levels have a note, and the line is dotted.
  const chart = within(screen.getByRole('region', { name: 'Level of Two & Two' }));
  await user.click(chart.getByRole('radio', { name: 'All' }));
  expect(await chart.findByText('backfilled before 17 Jun 2026')).toBeTruthy();
  const returns = within(screen.getByRole('region', { name: 'Returns by period' }));
  expect(returns.getAllByText(', backfilled before 17 Jun 2026')).toHaveLength(5);
});

test('a new thematic starts now or at a date, without backfilled figures', async () => {
  const { tokens } = await someThematic();
  const { type, press, dialog, user, address } = await openForm(
    '/thematics?define=',
    'New thematic',
  );
  type('Name', 'Launched');
  await user.click(dialog.getByText('Paste a list'));
  type('List of tokens and weights', `${tokens[0]} 60, ${tokens[1]} 40`);
  await press('Replace all');
  expect(dialog.getByText('Level starts at 100 now. No earlier levels.')).toBeTruthy();
  type(/^Effective from/, '1999-01-01');
  await press('Create thematic');
  expect(
    await dialog.findByText(/^From must be between the first price of its tokens,/i),
  ).toBeTruthy();
  type(/^Effective from/, '2026-06-01');
  expect(
    await dialog.findByText(/^Level starts at 100 on 1 Jun.*\. No earlier levels\.$/),
  ).toBeTruthy();
  const preview = await dialog.findByText('Level now');
  const level = preview.nextElementSibling?.textContent.split(' ')[0];
  await press('Create thematic');
  await waitFor(() => expect(address()).toBe('/thematics/launched'));
  const { thematic, definitions } = await read('launched');
  expect(thematic.backfilledUntil).toBeNull();
  expect(level).toBe(format.total(thematic.total));
  const from = '2026-06-01T00:00:00.000Z';
  expect(definitions.map((one) => one.from)).toEqual([from]);
  const [first] = await readHistory(pathTo(getThematicHistory, 'launched', 'all'));
  expect(first).toEqual({ date: from, total: 100 });
  const chart = within(await screen.findByRole('region', { name: 'Level of Launched' }));
  await user.click(chart.getByRole('radio', { name: 'All' }));
  expect(await chart.findByText('since 1 Jun 2026 (full history)')).toBeTruthy();
  expect(screen.queryByText(/backfilled/)).toBeNull();
});

test('rejects an id in use at its field, since it would redefine that thematic', async () => {
  const { thematic, tokens } = await someThematic();
  const { type, press, field } = await openForm('/thematics?define=', 'New thematic');
  type('Name', 'Mine');
  type('Id', thematic._id);
  await press('Add constituent');
  type('Token, line 1', tokens[0]);
  type('Weight, %, line 1', '100');
  await press('Create thematic');
  await waitFor(() => expect(document.activeElement).toBe(field('Id')));
  expect(screen.getByText(`Another thematic has the id “${thematic._id}”.`)).toBeTruthy();
  expect((await read(thematic._id)).thematic.name).toBe(thematic.name);
});

test('changes weights from a past day: earlier levels stay, the preview is right, and Undo restores', async () => {
  const { thematic, tokens, dialog, type, press, user } = await openRedefine();
  const before = await readHistory(pathTo(getThematicHistory, thematic._id, 'all'));
  const from = '2026-01-01T00:00:00.000Z';
  type(/^Effective from/, '2026-01-01');
  await user.click(dialog.getByText('Paste a list'));
  type('List of tokens and weights', `${tokens[0]},98\n${tokens[1]},2`);
  await press('Replace all');
  expect(dialog.getByText(/^Levels up to .* do not change\./)).toBeTruthy();
  const preview = await dialog.findByText('Level now', {});
  const level = preview.nextElementSibling?.textContent ?? '';
  await press('Save');
  expect(await screen.findByText(`Weights changed: ${thematic.name}`)).toBeTruthy();
  const { thematic: after } = await read(thematic._id);
  expect(weightsOf(after)).toEqual({ [tokens[0]]: 0.98, [tokens[1]]: 0.02 });
  expect(level).toBe(`${format.total(after.total)} instead of ${format.total(thematic.total)}`);
  const now = await readHistory(pathTo(getThematicHistory, thematic._id, 'all'));
  const past = (records: typeof now) => records.filter(({ date }) => date <= from);
  expect(past(now)).toEqual(past(before));

  const pane = within(screen.getByRole('region', { name: 'Definitions' }));
  await waitFor(() => expect(pane.getAllByRole('row')).toHaveLength(3));
  expect(pane.getAllByRole('row')[1]?.textContent).toContain('98.0\u2009%');
  // The chart marks the change of weights.
  await user.click(screen.getByRole('radio', { name: 'Year' }));
  expect(await screen.findByText(/^Weights changed, 1 Jan 2026/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () =>
    expect(weightsOf((await read(thematic._id)).thematic)).toEqual(weightsOf(thematic)),
  );
});

test('changes weights from now on: the level stays, and the past year with these weights is previewed', async () => {
  const { thematic, tokens, dialog, type, press } = await openRedefine();
  for (const [index] of thematic.tokens.slice(1).entries()) {
    if (index >= 0) await press('Remove line 2');
  }
  type('Token, line 1', tokens[0]);
  type('Weight, %, line 1', '100');
  expect(dialog.getByText(/^Levels up to now do not change/)).toBeTruthy();
  expect(await dialog.findByText('Past year with these weights')).toBeTruthy();
  await press('Save');
  await screen.findByText(`Weights changed: ${thematic.name}`);
  const { thematic: after, definitions } = await read(thematic._id);
  expect(after.total).toBeCloseTo(thematic.total ?? NaN, 8);
  expect(definitions.filter(({ status }) => status === 'current')).toHaveLength(1);
});

test('saves a name without a new definition, and withdraws a definition', async () => {
  const { thematic, tokens } = await someThematic();
  const service = await testService();
  const made = await service.call('PUT', pathTo(putThematic, thematic._id), {
    name: thematic.name,
    description: thematic.description,
    tokens: [{ token: tokens[0], weight: 1 }],
    from: '2026-02-01T00:00:00.000Z',
  });
  expect(made.status).toBe(200);
  const { type, press, user } = await openForm(
    `${urls.thematic(thematic._id)}?define=`,
    /^Edit weights/,
  );
  type('Name', 'Renamed');
  await press('Save');
  expect(await screen.findByText('Thematic updated: Renamed')).toBeTruthy();
  expect((await read(thematic._id)).definitions).toHaveLength(2);
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText(/^Definition of .* withdrawn$/)).toBeTruthy();
  const { thematic: after } = await read(thematic._id);
  expect(weightsOf(after)).toEqual(weightsOf(thematic));
  expect(after.name).toBe('Renamed');
});

test('reports faults at their lines and a date before the thematic at its field, and Escape loses nothing', async () => {
  const { dialog, type, press, user, field } = await openRedefine();
  type('Weight, %, line 1', '0');
  expect(dialog.getByText('Enter a weight above 0.')).toBeTruthy();
  await press('Save');
  await waitFor(() => expect(document.activeElement).toBe(field('Weight, %, line 1')));
  type(/^Effective from/, '1999-01-01');
  expect(dialog.getByText(/^The thematic starts later/)).toBeTruthy();
  // Escape in the calendar closes only the calendar.
  await press('Pick a day: Effective from (optional)');
  const day = await dialog.findByRole('button', { name: '15 January 1999' });
  day.focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog.queryByRole('button', { name: '15 January 1999' })).toBeNull());
  expect(dialog.queryByText('Your changes are not saved.')).toBeNull();
  field('Name').focus();
  await user.keyboard('{Escape}');
  expect(dialog.getByText('Your changes are not saved.')).toBeTruthy();
  await press('Keep editing');
  expect(field('Weight, %, line 1')).toHaveProperty('value', '0');
});
