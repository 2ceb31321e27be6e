import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { putThematic } from '#contract/operations/thematics.ts';
import { urls } from '#dashboard/url/urls.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { giveSize, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { openForm, openRedefine, read, type Weights, weightsOf } from './thematicForm.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

/** Redefines the thematic like another person, with these changes. */
async function defineBehind(
  id: string,
  change: { name?: string; description?: string; weights?: Weights; from?: string },
) {
  const service = await testService();
  const { thematic } = await read(id);
  const { weights = weightsOf(thematic), ...rest } = change;
  const response = await service.call('PUT', pathTo(putThematic, id), {
    name: thematic.name,
    description: thematic.description,
    tokens: Object.entries(weights).map(([token, weight]) => ({ token, weight })),
    ...rest,
  });
  expect(response.status).toBe(200);
}

const refusal = /^Someone else changed this thematic while you were editing/;

test('does not overwrite another person’s change: mine can be applied on top', async () => {
  const { thematic, tokens, dialog, field, type, press, user } = await openRedefine();
  await user.click(dialog.getByText('Paste a list'));
  type('List of tokens and weights', `${tokens[0]} 70, ${tokens[1]} 30`);
  await press('Replace all');
  type('Name', 'Mine');
  const theirs = { [tokens[2]]: 1 };
  await defineBehind(thematic._id, { description: 'Theirs', weights: theirs });
  const before = await read(thematic._id);
  await press('Save');
  expect((await dialog.findByText(refusal)).textContent).toContain('Their changes:');
  const alert = within(dialog.getByRole('alert'));
  expect(alert.getByText('Theirs')).toBeTruthy();
  expect(alert.getByText(/^100.*%$/).tagName).toBe('INS');
  expect(await read(thematic._id)).toEqual(before);
  // Nothing typed is lost, before and after the choice.
  expect(field('Name')).toHaveProperty('value', 'Mine');
  expect(field('Weight, %, line 1')).toHaveProperty('value', '70');
  await press('Keep my changes');
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
  expect(field('Name')).toHaveProperty('value', 'Mine');
  expect(field(/^Description/)).toHaveProperty('value', 'Theirs');
  expect(field('Weight, %, line 2')).toHaveProperty('value', '30');
  await press('Save');
  expect(await screen.findByText('Weights changed: Mine')).toBeTruthy();
  const { thematic: after } = await read(thematic._id);
  expect(after).toMatchObject({ name: 'Mine', description: 'Theirs' });
  expect(weightsOf(after)).toEqual({ [tokens[0]]: 0.7, [tokens[1]]: 0.3 });
});

test('discards mine and uses theirs', async () => {
  const { thematic, tokens, dialog, field, type, press, user } = await openRedefine();
  type('Weight, %, line 1', '1');
  await press('Scale to 100 %');
  type('Name', 'Mine');
  await defineBehind(thematic._id, { name: 'Theirs', weights: { [tokens[2]]: 1 } });
  await press('Save');
  await press('Discard mine, use theirs');
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(field('Name')).toHaveProperty('value', 'Theirs');
  expect(field('Token, line 1')).toHaveProperty('value', tokens[2]);
  expect(dialog.queryByLabelText('Token, line 2')).toBeNull();
  expect(dialog.getByText('No changes yet.')).toBeTruthy();
  // Without typed changes it closes without a question.
  field('Name').focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await read(thematic._id)).thematic.name).toBe('Theirs');
});

test('a changed name is applied on top of constituents that someone else changed, now or at another date', async () => {
  const { thematic, tokens, dialog, type, press } = await openRedefine();
  await defineBehind(thematic._id, { weights: { [tokens[2]]: 1 } });
  type('Name', 'Renamed');
  await press('Save');
  await dialog.findByText(refusal);
  await defineBehind(thematic._id, {
    weights: { [tokens[1]]: 1 },
    from: '2026-01-01T00:00:00.000Z',
  });
  await press('Keep my changes');
  await press('Save');
  expect((await dialog.findByText(refusal)).textContent).toContain(
    'They changed its weights at another date.',
  );
  await press('Keep my changes');
  await press('Save');
  expect(await screen.findByText('Thematic updated: Renamed')).toBeTruthy();
  const { thematic: after } = await read(thematic._id);
  expect(after.name).toBe('Renamed');
  expect(weightsOf(after)).toEqual({ [tokens[2]]: 1 });
});

test('shows the refusal if the current state cannot be read, and Save tries again', async () => {
  const { thematic, dialog, field, type, press } = await openRedefine();
  type('Name', 'Mine');
  await defineBehind(thematic._id, { name: 'Theirs' });
  server.use(http.get('*/x/thematics/*/definitions', () => HttpResponse.error(), { once: true }));
  await press('Save');
  expect((await dialog.findByText(/^Nothing was saved:/)).textContent).toContain('changed since');
  expect(field('Name')).toHaveProperty('value', 'Mine');
  await press('Save');
  expect(await dialog.findByText(refusal)).toBeTruthy();
});

test('a new thematic never redefines one that someone else created meanwhile', async () => {
  const { tokens } = await someThematic();
  const { dialog, field, type, press } = await openForm('/thematics?define=');
  type('Name', 'Twice');
  await press('Add constituent');
  type('Token, line 1', tokens[0]);
  type('Weight, %, line 1', '100');
  const service = await testService();
  const body = { name: 'Theirs', tokens: [{ token: tokens[1], weight: 1 }] };
  expect((await service.call('PUT', pathTo(putThematic, 'twice'), body)).status).toBe(201);
  await press('Create thematic');
  const alert = await dialog.findByText(/^Nothing was saved:/);
  expect(alert.textContent).toContain('There is already a thematic with the id "twice".');
  expect(field('Name')).toHaveProperty('value', 'Twice');
  expect((await read('twice')).thematic.name).toBe('Theirs');
});

test('Undo does not change a thematic that was changed again', async () => {
  const { thematic, type, press, user } = await openRedefine();
  type('Name', 'Mine');
  await press('Save');
  await screen.findByText('Thematic updated: Mine');
  await defineBehind(thematic._id, { name: 'Theirs' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('The change could not be undone: someone else changed the thematic.');
  expect((await read(thematic._id)).thematic.name).toBe('Theirs');
});

test('Withdraw does not affect a definition that someone else replaced; Undo restores a withdrawn one', async () => {
  const { thematic, tokens } = await someThematic();
  const from = '2026-02-01T00:00:00.000Z';
  await defineBehind(thematic._id, { weights: { [tokens[0]]: 1 }, from });
  const { user } = open(urls.thematic(thematic._id));
  const retract = await screen.findByRole('button', { name: 'Withdraw' });
  await defineBehind(thematic._id, { weights: { [tokens[1]]: 1 }, from });
  await user.click(retract);
  await screen.findByText('The definition was not withdrawn: someone else changed the thematic.');
  const theirs = { [tokens[1]]: 1 };
  expect(weightsOf((await read(thematic._id)).thematic)).toEqual(theirs);
  // The list shows theirs now, which can be withdrawn.
  await screen.findByTitle(new RegExp(`^${tokens[1]}`));
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await screen.findByText(/^Definition of .* withdrawn$/);
  expect(weightsOf((await read(thematic._id)).thematic)).toEqual(weightsOf(thematic));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(weightsOf((await read(thematic._id)).thematic)).toEqual(theirs));
});
