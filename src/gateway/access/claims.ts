import { createHash } from 'node:crypto';
import type { IDToken, UserInfoResponse } from 'openid-client';
import { callerRoles, type CallerRole } from '#contract/access.ts';

/** Claims about a person: of the ID token first, then of userinfo, if fetched. */
export type PersonClaims = readonly [IDToken, UserInfoResponse?];

export type RoleValues = Readonly<Record<CallerRole, readonly string[]>>;

/** Returns the most powerful role among the claims; null: none. An empty claim in the ID token does not hide one in userinfo. */
export function roleIn(
  claims: PersonClaims,
  claim: string,
  roleValues: RoleValues,
): CallerRole | null {
  const values = new Set(claims.flatMap((source) => textsOf(source, claim)));
  return callerRoles.find((role) => roleValues[role].some((value) => values.has(value))) ?? null;
}

/** Returns the values of a claim, a text or a list, by its name or path (`realm_access.roles`). */
function textsOf(source: object | undefined, name: string): string[] {
  if (source === undefined) return [];
  const value = Object.hasOwn(source, name)
    ? Reflect.get(source, name)
    : name.split('.').reduce<unknown>(memberOf, source);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

const maxNameLength = 100;

export function personName([token, userInfo]: PersonClaims): string {
  const texts = ['name', 'preferred_username', 'email', 'sub'].flatMap((claim) => [
    ...textsOf(token, claim),
    ...textsOf(userInfo, claim),
  ]);
  const names = texts.map((text) =>
    text
      .slice(0, 2 * maxNameLength)
      .replaceAll(/\p{C}/gu, '')
      .trim(),
  );
  // Cut at complete characters: the database cannot store half of one.
  return Array.from(names.find((name) => name !== '') ?? '')
    .slice(0, maxNameLength)
    .join('');
}

const maxSubjectLength = 255;

/**
 * Returns the subject of a session; null if the database cannot store it unchanged. OpenID Connect allows 255 ASCII characters.
 * The same subject at another provider is another person.
 */
export function subjectIn([{ iss, sub }]: PersonClaims): string | null {
  if (sub === '' || sub.length > maxSubjectLength || /[\p{Cc}\p{Cs}]/u.test(sub)) return null;
  const issuer = createHash('sha256').update(iss).digest('hex').slice(0, 8);
  return `oidc:${issuer}:${sub}`;
}
