const ofWallet = '?thematic=data-feeds';
const required: ReadonlyMap<string, string> = new Map([
  ['getAttribution', ofWallet],
  ['getWalletRebalance', ofWallet],
  ['getPeers', '?by=thematic'],
  ['getBookShock', '?thematic=data-feeds:0.3'],
]);

/** Returns the query without which an operation answers 400. */
export const requiredQuery = (name: string): string => required.get(name) ?? '';
