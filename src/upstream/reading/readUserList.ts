import { inOneGo } from '#directory/slices.ts';
import { createFindings, type Findings } from './findings.ts';
import { envelopes, lists, readListed } from './lists.ts';
import type { ForeignUser, Read, TakeRows } from './read.ts';
import { userOf } from './readUsers.ts';

/** Parses a page of the list of users, and yields after each user because the page may be long. */
export function readEachUser(json: unknown): Generator<void, Read<readonly ForeignUser[]>> {
  return readListed(
    json,
    lists.users,
    (row, path, findings) => {
      if (!(row instanceof ArrivedUser)) return userOf(row, null, path, findings);
      findings.include(row.findings);
      return row.user;
    },
    ({ customId }) => customId,
  );
}

/** A user that was parsed while the list arrived. Its id and total identify the page and count its rows. */
class ArrivedUser {
  readonly user: ForeignUser | null;
  readonly customId: string | null;
  readonly total: number | null;
  readonly findings: Findings;

  constructor(user: ForeignUser | null, findings: Findings) {
    this.user = user;
    this.customId = user?.customId ?? null;
    this.total = user?.total ?? null;
    this.findings = findings;
  }
}

const listNames = [lists.users.name, ...envelopes];

/** Parses users while their list arrives, so that the complete JSON is never in memory. */
export const takeUserRows: TakeRows = (path) => {
  if (!path.every((name) => listNames.includes(name))) return null;
  const findings = createFindings();
  return (row, index) => new ArrivedUser(userOf(row, null, [...path, index], findings), findings);
};

export const readUserList = (json: unknown): Read<readonly ForeignUser[]> =>
  inOneGo(readEachUser(json));
