import { screen, within } from '@testing-library/react';
import { getThematics } from '#contract/operations/thematics.ts';
import { createUser, updateUser } from '#contract/operations/users.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { testService } from '#test/support/server.ts';
// Imported here, so that no test waits for modules that the page loads on demand.
import '#dashboard/users/directory/DirectoryPage.tsx';

export interface Holding {
  readonly customId: string;
  readonly name?: string;
  /** BTC held since 1 June 2026; none if absent. */
  readonly amount?: number;
  /** The user's other attributes. */
  readonly attributes?: Record<string, unknown>;
}

/** Creates users, some with a wallet of one token. */
export async function make(...holdings: Holding[]): Promise<void> {
  const service = await testService();
  const [thematic] = await (await service.call('GET', getThematics.path)).json();
  const token = thematic.tokens[0].token._id;
  for (const { customId, name, amount, attributes } of holdings) {
    await service.call('PUT', createUser.path, { customId });
    const wallets =
      amount === undefined
        ? []
        : [
            {
              thematics: thematic._id,
              tokens: [{ token, amount }],
              at: '2026-06-01T00:00:00.000Z',
            },
          ];
    const patch = {
      ...attributes,
      ...(name === undefined ? {} : { name }),
      ...(amount === undefined ? {} : { wallets }),
    };
    await service.call('POST', pathTo(updateUser, customId), { json: JSON.stringify(patch) });
  }
}

export const table = () => screen.findByRole('table', { name: 'Users' });

/** The ids of the rows, from top to bottom. */
export async function ids(): Promise<string[]> {
  const rows = within(await table()).queryAllByRole('link');
  // The period of the list follows the id.
  return rows.map((row) =>
    decodeURIComponent(row.getAttribute('href')?.slice('/users/'.length).split('?', 1)[0] ?? ''),
  );
}
