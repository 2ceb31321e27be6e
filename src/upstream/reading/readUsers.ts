import { isObject, type JsonObject } from '#contract/mergePatch.ts';
import { attributeLimits } from '#contract/user.ts';
import {
  createFindings,
  createdNames,
  fieldOf,
  idIn,
  idNames,
  isFault,
  numberIn,
  spelt,
  textIn,
  timeIn,
  updatedNames,
  userIdNames,
  type Findings,
  type KeyPath,
} from './findings.ts';
import type { Reason } from './findingTexts.ts';
import { isErrorAnswer, objectOf, unwrapped } from './lists.ts';
import type { ForeignTotal, ForeignUser, ForeignWallet, Read, ReadWallets } from './read.ts';
import { readWalletRows } from './readWallets.ts';
import { readId, readNumber } from './scalars.ts';
import { sumOfKnown, totalFrom } from './totals.ts';

const countNames = spelt(['walletCount', 'walletsCount']);
/** Fields that are not attributes. The interface shows only `customId`, so every other field is an attribute. */
const ownFields = new Set([
  ...idNames,
  ...createdNames,
  ...updatedNames,
  'total',
  'wallets',
  ...countNames,
]);

export const isOwnField = (name: string): boolean => ownFields.has(name);

/**
 * Parses one user. The customId is the one in the path, even if the answer has another one.
 * @returns null if the answer is not a user.
 */
export function readUser(json: unknown, customId: string): Read<ForeignUser | null> {
  const findings = createFindings();
  findings.seen('user');
  const { value, path } = unwrapped(json, 'user', findings);
  const user = userOf(value, customId, path, findings);
  const reported = isObject(value) ? textIn(value, spelt(['customId'])) : null;
  if (user !== null && reported !== null && reported !== customId) {
    findings.note({ kind: 'other-user' });
  }
  return findings.read(user);
}

/** Returns false if some wallets are unreadable or were not listed. */
export const areAllWallets = ({
  unread,
  incomplete,
}: Pick<ReadWallets, 'unread' | 'incomplete'>): boolean =>
  incomplete.length === 0 && !unread.some(({ what }) => ['wallet', 'answer'].includes(what));

/** Adds a user's wallets. A missing user total becomes their sum, if all wallets are readable. */
export function withWallets(
  user: ForeignUser,
  { value: wallets, ...rest }: ReadWallets,
): ForeignUser {
  const isComplete = areAllWallets(rest);
  return {
    ...user,
    ...userTotal(user.isTotalDerived ? null : user.total, wallets, isComplete),
    walletCount: user.walletCount ?? (isComplete ? wallets.length : null),
    wallets,
  };
}

function userTotal(
  reported: number | null,
  wallets: readonly ForeignWallet[] | null,
  isComplete: boolean,
): ForeignTotal {
  const isKnown = wallets !== null && isComplete;
  return totalFrom(reported, isKnown ? sumOfKnown(wallets.map(({ total }) => total)) : null);
}

/** Parses a row of a list, or a single user if `requested` gives the customId. */
export function userOf(
  value: unknown,
  requested: string | null,
  path: KeyPath,
  findings: Findings,
): ForeignUser | null {
  const object = objectOf(value, findings, 'user');
  if (object === null) {
    findings.unread('user', 'no-object', path);
    return null;
  }
  if (requested !== null && isErrorAnswer(object)) {
    findings.unread('user', 'error-answer', path);
    return null;
  }
  const customId = requested ?? idIn(findings, object, userIdNames, 'id', path);
  if (customId === null) {
    findings.unread('user', 'without-id', path);
    return null;
  }
  const totalName = totalNameIn(object);
  const { wallets, count, isComplete } = walletsOf(object, path, findings);
  const reported = numberIn(findings, object, [totalName], 'total', path);
  const { attributes, ...ofAttributes } = attributesOf(object, totalName, path, findings);
  return {
    customId,
    id: idIn(findings, object, ['_id', 'id'], 'id', path),
    name: textIn(attributes, ['name']),
    attributes,
    ...ofAttributes,
    createdAt: timeIn(findings, object, createdNames, 'time', path),
    updatedAt: timeIn(findings, object, updatedNames, 'time', path),
    ...userTotal(reported, wallets, isComplete),
    walletCount: countIn(object, path, findings) ?? count,
    wallets,
  };
}

/** `value` is the total if it is a number and there is no `total`. Otherwise it is an attribute. */
function totalNameIn(user: JsonObject): string {
  const value = fieldOf(user, 'value') ?? null;
  const isNumber = value !== null && !isFault(readNumber(value, () => undefined));
  return !Object.hasOwn(user, 'total') && isNumber ? 'value' : 'total';
}

interface ListedWallets {
  readonly wallets: readonly ForeignWallet[] | null;
  readonly count: number | null;
  readonly isComplete: boolean;
}

/** Parses the wallets of a listed user: complete wallets, bare ids or a count. */
function walletsOf(user: JsonObject, path: KeyPath, findings: Findings): ListedWallets {
  const value = fieldOf(user, 'wallets') ?? null;
  const nothing = { wallets: null, count: null, isComplete: false };
  if (value === null) return nothing;
  if (!Array.isArray(value)) {
    return { ...nothing, count: numberOf(value, [...path, 'wallets'], findings) };
  }
  const areIds = value.length > 0 && value.every((row) => typeof readId(row) === 'string');
  if (areIds) return { ...nothing, count: value.length };
  const before = findings.unreadCount('wallet');
  const wallets = readWalletRows(value, [...path, 'wallets'], findings);
  const isComplete = findings.unreadCount('wallet') === before;
  return { wallets, count: isComplete ? wallets.length : null, isComplete };
}

function countIn(user: JsonObject, path: KeyPath, findings: Findings): number | null {
  const name = countNames.find((one) => (fieldOf(user, one) ?? null) !== null);
  return name === undefined ? null : numberOf(user[name], [...path, name], findings);
}

/** Parses a non-negative whole number. */
function numberOf(value: unknown, path: KeyPath, findings: Findings): number | null {
  findings.seen('count');
  const count = readNumber(value, findings.shape);
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count;
  findings.unread('count', isFault(count) ? count : 'not-whole', path);
  return null;
}

/**
 * A service may store attributes as text under `json`. A field next to it belongs to the service and wins over one of the same
 * name in it.
 */
function attributesOf(
  user: JsonObject,
  totalName: string,
  path: KeyPath,
  findings: Findings,
): Pick<ForeignUser, AttributeParts> {
  const json = jsonOf(user, findings);
  const inside = json ?? {};
  const beside = Object.entries(user).filter(
    ([name, value]) =>
      !ownFields.has(name) &&
      name !== totalName &&
      (json === null || name !== 'json') &&
      (!Object.hasOwn(inside, name) || (value !== null && value !== '')),
  );
  const besideNames = new Set(beside.map(([name]) => name));
  const held = Object.entries(inside);
  const entries = [
    ...beside.map(([name, value]) => ({ name, value, isHeld: false })),
    ...held.map(([name, value]) => ({ name, value, isHeld: true })),
  ];
  findings.seen('attribute', entries.length);
  const unreadAttributes: string[] = [];
  const readable = entries.filter(({ name, value, isHeld }) => {
    const why = ownFields.has(name) ? 'own-name' : attributeFault(value);
    if (why === null) return !isHeld || !besideNames.has(name);
    findings.unread('attribute', why, [...path, isHeld ? 'json' : name]);
    unreadAttributes.push(name);
    return false;
  });
  const attributes = Object.fromEntries(readable.map(({ name, value }) => [name, value]));
  if (json === null)
    return { attributes, besideJson: none, shadowedInJson: nothing, unreadAttributes };
  const shadowed = held.filter(([name]) => besideNames.has(name));
  return {
    attributes,
    besideJson: [...besideNames],
    shadowedInJson: Object.fromEntries(shadowed),
    unreadAttributes,
  };
}

/** Shared by all users, to save memory. */
const none: readonly string[] = [];
const nothing: JsonObject = {};

type AttributeParts = 'attributes' | 'besideJson' | 'shadowedInJson' | 'unreadAttributes';

/**
 * Parses the `json` that POST sent, which some services store as text. null and the empty text mean no attributes.
 * @returns null if the service does not store attributes this way.
 */
function jsonOf(user: JsonObject, findings: Findings): JsonObject | null {
  const text = fieldOf(user, 'json');
  if (text === null || text === '') return {};
  if (typeof text !== 'string') return null;
  try {
    const json: unknown = JSON.parse(text);
    if (!isObject(json)) return null;
    findings.shape('json-attributes');
    return json;
  } catch {
    return null;
  }
}

/**
 * Returns why an attribute cannot be sent back unchanged: it has an inexact number or is too deep. Not recursive, because foreign
 * JSON may be arbitrarily deep.
 */
function attributeFault(value: unknown): Reason['kind'] | null {
  let level: unknown[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    const inexact = level.some(
      (one) => typeof one === 'number' && !(Math.abs(one) <= Number.MAX_SAFE_INTEGER),
    );
    if (inexact) return 'inexact-number';
    const below = level.filter((one) => typeof one === 'object' && one !== null);
    if (below.length > 0 && depth >= attributeLimits.levels) {
      return 'too-deep';
    }
    level = below.flatMap((one) => Object.values(one ?? {}));
  }
  return null;
}
