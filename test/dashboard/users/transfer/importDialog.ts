import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { getUsers } from '#contract/operations/users.ts';
import { type User, userList } from '#contract/user.ts';
// Imported here, so that no test waits for modules that the page loads on demand.
import '#dashboard/users/directory/DirectoryPage.tsx';
import '#dashboard/users/transfer/ImportUsersDialog.tsx';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';

/** Each user is a transaction of the real service, and the machine may be busy. */
const longer = { timeout: 60_000 };

/** The dialog over the directory, and actions in it. */
export async function openImport() {
  const view = open('/users?import=1');
  const element = await screen.findByRole(
    'dialog',
    { name: 'Import users from CSV' },
    // The first test of a file also waits for the page’s modules.
    longer,
  );
  const dialog = within(element);
  const choose = async (text: string, name = 'users.csv') => {
    await view.user.upload(await dialog.findByLabelText('CSV file'), new File([text], name));
  };
  /** Sentences of the finished dry run. */
  const plan = async () => {
    const group = await dialog.findByRole('group', { name: 'Dry run' }, longer);
    return within(group)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  };
  /** The listed users: line, id, result, changes or reason. */
  const rows = async () => {
    const table = await dialog.findByRole('table', { name: 'Users in the file' });
    return within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
  };
  const press = async (name: string | RegExp) =>
    view.user.click(await dialog.findByRole('button', { name }));
  const over = () => dialog.findByText('Import complete.', {}, longer);
  return { ...view, element, dialog, choose, plan, rows, press, over };
}

export async function readUsers(): Promise<User[]> {
  const service = await testService();
  return userList.parse(await (await service.call('GET', getUsers.path)).json());
}

/** Returns a reader of the file that was saved last. */
export function watchSaved(): () => Promise<string> {
  const blobs: Blob[] = [];
  URL.createObjectURL = vi.fn<(blob: Blob) => string>((blob) => {
    blobs.push(blob);
    return 'blob:saved';
  });
  URL.revokeObjectURL = vi.fn<() => void>();
  HTMLAnchorElement.prototype.click = vi.fn<() => void>();
  return async () => (await blobs.at(-1)?.text()) ?? '';
}

/** Sorted ids, since several are created at once. */
export async function readIds(): Promise<string[]> {
  const ids = (await readUsers()).map(({ customId }) => customId);
  return ids.toSorted((a, b) => (a < b ? -1 : 1));
}
