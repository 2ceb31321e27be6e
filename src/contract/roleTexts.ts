import type { CallerRole } from './access.ts';

interface RoleRights {
  readonly reads: 'everything' | 'no secrets' | 'metrics and health';
  /** Resources that the role may change, as named in paths, without its own sessions. */
  readonly changes: 'everything' | readonly string[];
}

/** Rights of each role. A test derives the same from the roles of all operations, which pages do not download. */
export const roleRights: Readonly<Record<CallerRole, RoleRights>> = {
  admin: { reads: 'everything', changes: 'everything' },
  analyst: { reads: 'no secrets', changes: ['views'] },
  monitor: { reads: 'metrics and health', changes: [] },
};

function rightsText({ reads, changes }: RoleRights): string {
  if (changes === 'everything') return 'full access, including keys';
  if (changes.length > 0) return `${reads}, changes only ${changes.join(', ')}`;
  return reads === 'metrics and health' ? `${reads} only` : `read-only, ${reads}`;
}

/** Labels of roles for screens and for the help of commands. */
export const roleTexts: Readonly<
  Record<CallerRole, { readonly label: string; readonly may: string }>
> = {
  admin: { label: 'Admin', may: rightsText(roleRights.admin) },
  analyst: { label: 'Analyst', may: rightsText(roleRights.analyst) },
  monitor: { label: 'Monitor', may: rightsText(roleRights.monitor) },
};

/** Returns a role with its rights: `Analyst: no secrets, changes only views`. */
export function roleText(role: CallerRole): string {
  const { label, may } = roleTexts[role];
  return `${label}: ${may}`;
}
