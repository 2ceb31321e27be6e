import { fireEvent, screen, within } from '@testing-library/react';
import { getDefinitions, getThematic } from '#contract/operations/thematics.ts';
import { definitionList } from '#contract/thematic.ts';
import { urls } from '#dashboard/url/urls.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';
import { type Thematic, thematic as thematicSchema } from '#test/support/embedded.ts';

/** Opens the form of a thematic by its address, with helpers to type and press. */
export async function openForm(address: string, title?: string | RegExp) {
  const view = open(address);
  const dialog = within(
    await screen.findByRole('dialog', title === undefined ? {} : { name: title }),
  );
  await dialog.findByLabelText('Name');
  const field = (name: string | RegExp) =>
    dialog.getByLabelText(name, { selector: 'input, textarea' });
  const type = (name: string | RegExp, value: string) =>
    fireEvent.change(field(name), { target: { value } });
  const press = async (name: string) =>
    view.user.click(await dialog.findByRole('button', { name }));
  return { ...view, dialog, field, type, press };
}

export async function openRedefine() {
  const { thematic, tokens } = await someThematic();
  const title = `Edit weights of ${thematic.name}`;
  return { ...(await openForm(`${urls.thematic(thematic._id)}?define=`, title)), thematic, tokens };
}

/** Fetches a thematic and its definitions. */
export async function read(id: string) {
  const service = await testService();
  const get = async (path: string) => (await service.call('GET', path)).json();
  return {
    thematic: thematicSchema.parse(await get(pathTo(getThematic, id))),
    definitions: definitionList.parse(await get(pathTo(getDefinitions, id))),
  };
}

export type Weights = Readonly<Record<string, number>>;

export const weightsOf = ({ tokens }: Thematic): Weights =>
  Object.fromEntries(tokens.map(({ token, weight }) => [token._id, weight]));
