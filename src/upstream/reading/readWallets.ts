import type { JsonObject } from '#contract/mergePatch.ts';
import { inOneGo } from '#directory/slices.ts';
import {
  createFindings,
  idIn,
  idNames,
  nameIn,
  numberIn,
  spelt,
  textIn,
  timeIn,
  updatedNames,
  userIdNames,
  type Findings,
  type KeyPath,
} from './findings.ts';
import { listedOnce, objectOf, rowsOf } from './lists.ts';
import type { ForeignPosition, ForeignWallet, Read } from './read.ts';
import { readPosition, sharedToken } from './readTokens.ts';
import { createSharing } from './sharing.ts';
import { sumOfKnown, totalFrom } from './totals.ts';

const ownerNames = spelt(['user', 'userId']);
const thematicNames = spelt(['thematics', 'thematic', 'thematicId']);

/**
 * Parses the wallets of a user. A missing total is the sum of the tokens' totals, if all are known. Two wallets in one thematic
 * are merged, with all their positions, and a note says so. A repeated wallet counts once.
 */
export function* readEachWallet(json: unknown): Generator<void, Read<readonly ForeignWallet[]>> {
  const findings = createFindings();
  const { rows, path } = rowsOf(json, 'wallets', findings);
  return findings.read(yield* eachWallet(rows, path, findings));
}

export const readWalletList = (json: unknown): Read<readonly ForeignWallet[]> =>
  inOneGo(readEachWallet(json));

/** The result of a 404 instead of wallets. It does not mean that there are none, so their sum is unknown, not zero. */
export const unknownWallets: Read<readonly ForeignWallet[]> = {
  value: [],
  unread: [{ what: 'answer', kind: 'not-found', count: 1, of: 1, example: '' }],
  incomplete: [],
  shapes: [],
  notes: [],
};

export const readWalletRows = (
  rows: readonly unknown[],
  path: KeyPath,
  findings: Findings,
): ForeignWallet[] => inOneGo(eachWallet(rows, path, findings));

function* eachWallet(
  rows: readonly unknown[],
  path: KeyPath,
  findings: Findings,
): Generator<void, ForeignWallet[]> {
  findings.seen('wallet', rows.length);
  const wallets: ForeignWallet[] = [];
  for (const [index, row] of rows.entries()) {
    const wallet = objectOf(row, findings, 'wallet');
    if (wallet === null) {
      findings.unread('wallet', 'no-object', [...path, index]);
    } else {
      wallets.push(yield* walletOf(wallet, [...path, index], findings));
    }
    yield;
  }
  const keyed = wallets.map((wallet, index) => ({ wallet, key: keyOf(wallet, index) }));
  const once = listedOnce(
    keyed,
    ({ key }) => key,
    findings,
    ({ wallet }) => wallet.id ?? '',
  );
  return oneInEachThematic(
    once.map(({ wallet }) => wallet),
    findings,
  ).slice();
}

const sharedThematic = createSharing<NonNullable<ForeignWallet['thematic']>>();

/** Shares equal tokens and thematics between stored wallets, to save memory. */
export const sharedWallets = (wallets: readonly ForeignWallet[]): ForeignWallet[] =>
  wallets.map((wallet) => ({
    ...wallet,
    thematic: wallet.thematic && sharedThematic(wallet.thematic),
    tokens:
      wallet.tokens?.map((position) => ({ ...position, token: sharedToken(position.token) })) ??
      null,
  }));

/** Identifies a repeated wallet. Wallets without ids are all different. */
function keyOf(wallet: ForeignWallet, index: number): string {
  return wallet.id === null ? `${index}` : JSON.stringify([wallet.id, wallet.thematic?.id]);
}

function* walletOf(
  wallet: JsonObject,
  path: KeyPath,
  findings: Findings,
): Generator<void, ForeignWallet> {
  const tokens = yield* positionsOf(wallet, path, findings);
  // The copy drops the array's spare capacity.
  const positions = tokens?.filter((one) => one !== null).slice() ?? null;
  // An unreadable position makes the sum unknown.
  const sum = tokens === null ? null : sumOfKnown(tokens.map((one) => one?.total ?? null));
  return {
    id: idIn(findings, wallet, idNames, 'id', path),
    user: ownerOf(wallet, path, findings),
    thematic: thematicOf(wallet, path, findings),
    ...totalFrom(numberIn(findings, wallet, ['total', 'value'], 'total', path), sum),
    tokens: positions,
    updatedAt: timeIn(findings, wallet, updatedNames, 'time', path),
  };
}

/** Returns null for an unreadable position, or if the wallet has no positions field. */
function* positionsOf(
  wallet: JsonObject,
  path: KeyPath,
  findings: Findings,
): Generator<void, (ForeignPosition | null)[] | null> {
  const name = nameIn(wallet, ['tokens', 'positions']);
  if (name === undefined) return null;
  const rows = wallet[name];
  if (Array.isArray(rows)) {
    const positions: (ForeignPosition | null)[] = [];
    for (const [index, row] of rows.entries()) {
      positions.push(readPosition(row, [...path, name, index], findings));
      yield;
    }
    return positions;
  }
  findings.seen('list of tokens');
  findings.unread('list of tokens', 'not-a-list', [...path, name]);
  return null;
}

function ownerOf(wallet: JsonObject, path: KeyPath, findings: Findings): string | null {
  const name = nameIn(wallet, ownerNames);
  if (name === undefined) return null;
  const user = objectOf(wallet[name], findings, 'user');
  if (user !== null) {
    return idIn(findings, user, userIdNames, 'id', [...path, name]);
  }
  findings.seen('user');
  findings.unread('user', 'no-object', [...path, name]);
  return null;
}

// The interface calls the field `thematics`, with one identifier. A list of one is accepted too.
function thematicOf(
  wallet: JsonObject,
  path: KeyPath,
  findings: Findings,
): ForeignWallet['thematic'] {
  const name = nameIn(wallet, thematicNames);
  if (name === undefined) return null;
  const value = wallet[name];
  findings.seen('thematic');
  const isListOfOne = Array.isArray(value) && value.length === 1;
  const thematic = objectOf(isListOfOne ? value[0] : value, findings, 'thematic');
  const at = isListOfOne ? [...path, name, 0] : [...path, name];
  const id = thematic === null ? null : idIn(findings, thematic, idNames, 'id', at);
  if (thematic !== null && id !== null) {
    return sharedThematic({ id, name: textIn(thematic, ['name', 'title']) });
  }
  const why = Array.isArray(value) ? 'not-one' : 'no-object';
  findings.unread('thematic', why, [...path, name]);
  return null;
}

function oneInEachThematic(wallets: readonly ForeignWallet[], findings: Findings): ForeignWallet[] {
  const groups = Map.groupBy(wallets, (wallet) =>
    wallet.thematic === null ? wallet : JSON.stringify([wallet.user, wallet.thematic.id]),
  );
  const merged: string[] = [];
  const result = [...groups.values()].flatMap((group) => {
    const [first, ...others] = group;
    if (first === undefined || others.length === 0) return group;
    merged.push(first.thematic?.name ?? first.thematic?.id ?? '');
    return [mergedWallet(first, group)];
  });
  if (merged.length > 0) {
    findings.note({ kind: 'merged-wallets', names: merged });
  }
  return result;
}

function mergedWallet(first: ForeignWallet, group: readonly ForeignWallet[]): ForeignWallet {
  const isStated = group.every(({ total, isTotalDerived }) => total !== null && !isTotalDerived);
  const total = sumOfKnown(group.map((wallet) => wallet.total));
  const parts = sumOfKnown(group.map((wallet) => wallet.differentTotal ?? wallet.total));
  const isListed = group.every(({ tokens }) => tokens !== null);
  const times = group.flatMap(({ updatedAt }) => (updatedAt === null ? [] : [updatedAt]));
  return {
    ...first,
    ...totalFrom(isStated ? total : null, isStated ? parts : total),
    tokens: isListed ? group.flatMap(({ tokens }) => tokens ?? []) : null,
    updatedAt: times.length === 0 ? null : Math.max(...times),
  };
}
