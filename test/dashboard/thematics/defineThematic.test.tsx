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

test('defines a thematic from a pasted list, with an id made of its name, and goes to its page', async () => {
  const { tokens } = await someThematic();
  const { type, press, dialog, user, address } = await openForm(
    '/thematics?define=',
    'Define a thematic',
  );
  type('Name', 'Two & Two');
  await user.click(dialog.getByText('Paste a list'));
  type('List of tokens and weights', `${tokens[0]} 60, ${tokens[1]} 60 %`);
  await press('Replace with these 2');
  expect(dialog.getByText('The weights must sum to 100 %.')).toBeTruthy();
  await press('Scale to 100 %');
  expect(dialog.getByLabelText('Weight, %, line 2')).toHaveProperty('value', '50');
  expect(await dialog.findByText('Level now')).toBeTruthy();
  expect(dialog.getByText(/^Reckoned back to its first prices: level 100 at/)).toBeTruthy();
  const level = dialog.getByText('Level now').nextElementSibling?.textContent.split(' ')[0];
  await press('Create thematic');
  await waitFor(() => expect(address()).toBe('/thematics/two-two'));
  const { thematic } = await read('two-two');
  expect(thematic.name).toBe('Two & Two');
  expect(weightsOf(thematic)).toEqual({ [tokens[0]]: 0.5, [tokens[1]]: 0.5 });
  // What was previewed is what the service computes.
  expect(level).toBe(format.total(thematic.total));
  const pane = within(await screen.findByRole('region', { name: 'Definitions' }));
  expect(await pane.findByText('1, defined 17 Jun 2026, reckoned back')).toBeTruthy();
});

test('an id that is taken is refused at its field: it would redefine that thematic', async () => {
  const { thematic, tokens } = await someThematic();
  const { type, press, field } = await openForm('/thematics?define=', 'Define a thematic');
  type('Name', 'Mine');
  type('Id', thematic._id);
  await press('Add a constituent');
  type('Token, line 1', tokens[0]);
  type('Weight, %, line 1', '100');
  await press('Create thematic');
  await waitFor(() => expect(document.activeElement).toBe(field('Id')));
  expect(screen.getByText(`There is a thematic “${thematic._id}” already.`)).toBeTruthy();
  expect((await read(thematic._id)).thematic.name).toBe(thematic.name);
});

test('redefines it from a past day: no level before changes, the preview is what comes, Undo brings it back', async () => {
  const { thematic, tokens, dialog, type, press, user } = await openRedefine();
  const before = await readHistory(pathTo(getThematicHistory, thematic._id, 'all'));
  const from = '2026-01-01T00:00:00.000Z';
  type(/^Effective from/, '2026-01-01');
  await user.click(dialog.getByText('Paste a list'));
  type('List of tokens and weights', `${tokens[0]},98\n${tokens[1]},2`);
  await press('Replace with these 2');
  expect(dialog.getByText(/^Levels up to .* do not change\./)).toBeTruthy();
  const preview = await dialog.findByText('Level now', {});
  const level = preview.nextElementSibling?.textContent ?? '';
  await press('Redefine');
  expect(await screen.findByText(`Thematic redefined: ${thematic.name}`)).toBeTruthy();
  const { thematic: after } = await read(thematic._id);
  expect(weightsOf(after)).toEqual({ [tokens[0]]: 0.98, [tokens[1]]: 0.02 });
  expect(level).toBe(`${format.total(after.total)} instead of ${format.total(thematic.total)}`);
  const now = await readHistory(pathTo(getThematicHistory, thematic._id, 'all'));
  const past = (records: typeof now) => records.filter(({ date }) => date <= from);
  expect(past(now)).toEqual(past(before));

  const pane = within(screen.getByRole('region', { name: 'Definitions' }));
  await waitFor(() => expect(pane.getAllByRole('row')).toHaveLength(3));
  expect(pane.getAllByRole('row')[1]?.textContent).toContain('98.0\u2009%');
  // The chart marks when it was redefined.
  await user.click(screen.getByRole('radio', { name: 'Year' }));
  expect(await screen.findByText(/^Redefined, 1 Jan 2026/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () =>
    expect(weightsOf((await read(thematic._id)).thematic)).toEqual(weightsOf(thematic)),
  );
});

test('from now on: the level up to now stays, and the past year with these weights is shown', async () => {
  const { thematic, tokens, dialog, type, press } = await openRedefine();
  for (const [index] of thematic.tokens.slice(1).entries()) {
    if (index >= 0) await press('Remove line 2');
  }
  type('Token, line 1', tokens[0]);
  type('Weight, %, line 1', '100');
  expect(dialog.getByText(/^No level up to now changes/)).toBeTruthy();
  expect(await dialog.findByText('Past year with these weights')).toBeTruthy();
  await press('Redefine');
  await screen.findByText(`Thematic redefined: ${thematic.name}`);
  const { thematic: after, definitions } = await read(thematic._id);
  expect(after.total).toBeCloseTo(thematic.total ?? NaN, 8);
  expect(definitions.filter(({ status }) => status === 'current')).toHaveLength(1);
});

test('a name alone is saved without a new definition, and Retract takes one back', async () => {
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
    /^Redefine/,
  );
  type('Name', 'Renamed');
  await press('Save');
  expect(await screen.findByText('Thematic updated: Renamed')).toBeTruthy();
  expect((await read(thematic._id)).definitions).toHaveLength(2);
  await user.click(await screen.findByRole('button', { name: 'Retract' }));
  expect(await screen.findByText(/^Definition of .* retracted$/)).toBeTruthy();
  const { thematic: after } = await read(thematic._id);
  expect(weightsOf(after)).toEqual(weightsOf(thematic));
  expect(after.name).toBe('Renamed');
});

test('what is wrong is said at its line, a date before the thematic at its field, and nothing is lost by Escape', async () => {
  const { dialog, type, press, user, field } = await openRedefine();
  type('Weight, %, line 1', '0');
  expect(dialog.getByText('A weight must be over 0.')).toBeTruthy();
  await press('Redefine');
  await waitFor(() => expect(document.activeElement).toBe(field('Weight, %, line 1')));
  type(/^Effective from/, '1999-01-01');
  expect(dialog.getByText(/^The thematic begins later/)).toBeTruthy();
  // Escape in the calendar closes the calendar alone.
  await press('Pick a day: Effective from (optional)');
  const day = await dialog.findByRole('button', { name: '15 January 1999' });
  day.focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog.queryByRole('button', { name: '15 January 1999' })).toBeNull());
  expect(dialog.queryByText('What you typed is not saved.')).toBeNull();
  field('Name').focus();
  await user.keyboard('{Escape}');
  expect(dialog.getByText('What you typed is not saved.')).toBeTruthy();
  await press('Keep editing');
  expect(field('Weight, %, line 1')).toHaveProperty('value', '0');
});
