export interface Holdable {
  readonly thematic: string;
  readonly tokens: readonly string[];
}

export const usersHeader = 'customId,name,tier,thematic,token,amount,at';

/**
 * Returns a file of users with two positions each, of which the second come at its end, so that rows of one user are far apart.
 * With `hasFaults`, one row in a hundred cannot be imported: an amount that is not a number, a token that does not exist, an open
 * quote.
 */
export function usersCsv(
  count: number,
  { thematic, tokens }: Holdable,
  { hasFaults = false }: { readonly hasFaults?: boolean } = {},
): string {
  const lines = [usersHeader];
  const position = (index: number, token: string | undefined, amount: string) =>
    `u-${index},"User ${index}",${index % 3},${thematic},${token},${amount},2026-05-01`;
  for (let index = 0; index < count; index += 1) {
    const fault = hasFaults && index % 100 === 50 ? (index / 100) % 3 : -1;
    const token = Math.floor(fault) === 1 ? 'NO-SUCH-TOKEN' : tokens[0];
    const amount = Math.floor(fault) === 0 ? 'many' : `${(index % 90) + 1}.5`;
    lines.push(position(index, token, amount) + (Math.floor(fault) === 2 ? ',"open' : ''));
  }
  for (let index = 0; index < count; index += 1) lines.push(position(index, tokens[1], '2'));
  return `${lines.join('\n')}\n`;
}

export function faultyUsers(count: number): number {
  return Math.floor((count + 49) / 100);
}
