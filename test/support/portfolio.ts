import { vi } from 'vitest';
import * as z from 'zod/mini';
import { getThematics } from '#contract/operations/thematics.ts';
import { createUser, updateUser } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { testService } from './server.ts';
import { pathTo } from './pathTo.ts';
import { history, type Thematic, thematicList, walletList } from './embedded.ts';

interface Holdings {
  readonly thematics: string;
  /** Amount by token. */
  readonly tokens: Record<string, number>;
  /** ISO time from which it is in effect. Default: now. */
  readonly at?: string;
}

/** Creates a user of the test's service through the interface, with attributes and holdings. */
export async function makeUser(
  customId: string,
  attributes: Record<string, unknown> = {},
  wallets: readonly Holdings[] = [],
): Promise<void> {
  const service = await testService();
  await service.call('PUT', createUser.path, { customId });
  const stated = wallets.map(({ thematics, tokens, at }) => ({
    thematics,
    tokens: Object.entries(tokens).map(([token, amount]) => ({ token, amount })),
    ...(at === undefined ? {} : { at }),
  }));
  const patch = { ...attributes, ...(wallets.length === 0 ? {} : { wallets: stated }) };
  const answer = await service.call('POST', pathTo(updateUser, customId), {
    json: JSON.stringify(patch),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function read<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.infer<S>> {
  const service = await testService();
  return z.parse(schema, await (await service.call('GET', path)).json());
}

export const readThematics = (): Promise<Thematic[]> => read(getThematics.path, thematicList);
export const readHistory = (path: string) => read(path, history);
export const readWallets = (customId: string) => read(pathTo(getWallets, customId), walletList);

export async function someThematic(): Promise<{
  thematic: Thematic;
  tokens: [string, string, string];
}> {
  for (const thematic of await readThematics()) {
    const [a, b, c] = thematic.tokens.map(({ token }) => token._id);
    if (a !== undefined && b !== undefined && c !== undefined) {
      return { thematic, tokens: [a, b, c] };
    }
  }
  throw new Error('No thematic of the catalogue has three tokens');
}

/** Gives every element a size: jsdom has no layout, and elements without a size draw nothing. */
export function giveSize({ width, height }: { width: number; height: number }): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height);
}
