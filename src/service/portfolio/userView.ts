import type { User } from '#contract/user.ts';
import { formatTime } from '#contract/time.ts';
import type { StoredAttributes, UserRow } from '#platform/database/schema/portfolio.ts';

/** The displayed form of a user: the service's own fields, then the attributes, which never hide them. */
export function userView(row: UserRow, total: number, walletCount: number): User {
  const createdAt = formatTime(row.createdAt);
  const own = {
    _id: row.id,
    customId: row.customId,
    createdAt,
    updatedAt: row.updatedAt === row.createdAt ? createdAt : formatTime(row.updatedAt),
    total,
    walletCount,
    ...(row.sample ? { sample: true } : {}),
  };
  return { ...own, ...row.attributes, ...own };
}

/**
 * The strong entity tag of a user: covers attributes and holdings, but not the total, which changes with every tick.
 */
export function userTag(row: UserRow): string {
  return `"${row.id}.${row.revision}"`;
}

/** The attribute `name`, if it is a text, for display next to the customId. */
export function nameOf(row: Pick<UserRow, 'attributes'>): string | null {
  const name = row.attributes['name'];
  return typeof name === 'string' && name !== '' ? name : null;
}

export function otherAttributesOf(row: Pick<UserRow, 'attributes'>): StoredAttributes | undefined {
  const { name, ...others } = row.attributes;
  const all = name === undefined || nameOf(row) !== null ? others : row.attributes;
  return Object.keys(all).length === 0 ? undefined : all;
}

export function draftOf(customId: string): UserRow {
  return {
    seq: 0,
    id: '',
    customId,
    attributes: {},
    sample: false,
    revision: 1,
    createdAt: 0,
    updatedAt: 0,
  };
}
