import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

export async function choose(
  user: UserEvent,
  scope: Pick<ReturnType<typeof within>, 'getByRole'>,
  label: string,
  option: string,
): Promise<void> {
  await user.click(scope.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

/** Returns the options of a list, and closes it. */
export async function optionsOf(user: UserEvent, field: HTMLElement): Promise<string[]> {
  await user.click(field);
  const options = within(await screen.findByRole('listbox')).getAllByRole('option');
  const names = options.map(({ textContent }) => textContent);
  await user.click(field);
  return names;
}
