import { createHash } from 'node:crypto';
import type { IDToken, UserInfoResponse } from 'openid-client';
import { callerRoles, type CallerRole } from '#contract/access.ts';

/** Claims of a provider about a person: those of the ID token first, then those of userinfo, if read. */
export type PersonClaims = readonly [IDToken, UserInfoResponse?];

/** PersonClaims that stand for each role. */
export type RoleValues = Readonly<Record<CallerRole, readonly string[]>>;

/** The most powerful role that a claim stands for; null: none. An empty claim of the ID token hides none of the userinfo. */
export function roleIn(
  claims: PersonClaims,
  claim: string,
  roleValues: RoleValues,
): CallerRole | null {
  const values = new Set(claims.flatMap((source) => textsOf(source, claim)));
  return callerRoles.find((role) => roleValues[role].some((value) => values.has(value))) ?? null;
}

/** The texts of a claim by its name, or by the path to it (`realm_access.roles`): one, or a list. */
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

/** The name of a person for screens and the audit trail. */
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
  // By complete characters: half of one could not be stored.
  return Array.from(names.find((name) => name !== '') ?? '')
    .slice(0, maxNameLength)
    .join('');
}

const maxSubjectLength = 255;

/**
 * The subject of a session; null where the database cannot store it as it is: OpenID Connect allows 255 ASCII characters.
 * Another provider's subject of the same name is another person.
 */
export function subjectIn([{ iss, sub }]: PersonClaims): string | null {
  if (sub === '' || sub.length > maxSubjectLength || /[\p{Cc}\p{Cs}]/u.test(sub)) return null;
  const issuer = createHash('sha256').update(iss).digest('hex').slice(0, 8);
  return `oidc:${issuer}:${sub}`;
}
