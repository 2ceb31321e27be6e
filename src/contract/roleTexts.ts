import type { CallerRole } from './access.ts';

interface RoleRights {
  readonly reads: 'everything' | 'no secrets' | 'metrics and health';
  /** Resources that it changes by any operation, by the names in their paths; its own sessions are left out. */
  readonly changes: 'everything' | readonly string[];
}

/** What each role may do. A test derives the same from the roles of all operations, which no page downloads. */
export const roleRights: Readonly<Record<CallerRole, RoleRights>> = {
  admin: { reads: 'everything', changes: 'everything' },
  analyst: { reads: 'no secrets', changes: [] },
  monitor: { reads: 'metrics and health', changes: [] },
};

function rightsText({ reads, changes }: RoleRights): string {
  if (changes === 'everything') return 'full access, including keys';
  if (changes.length > 0) return `${reads}, changes only ${changes.join(', ')}`;
  return reads === 'metrics and health' ? `${reads} only` : `read-only, ${reads}`;
}

/** Each role in words, on screens and in the help of commands. */
export const roleTexts: Readonly<
  Record<CallerRole, { readonly label: string; readonly may: string }>
> = {
  admin: { label: 'Admin', may: rightsText(roleRights.admin) },
  analyst: { label: 'Analyst', may: rightsText(roleRights.analyst) },
  monitor: { label: 'Monitor', may: rightsText(roleRights.monitor) },
};

/** A role with what it may do: `Analyst: read-only, no secrets`. */
export function roleText(role: CallerRole): string {
  const { label, may } = roleTexts[role];
  return `${label}: ${may}`;
}
