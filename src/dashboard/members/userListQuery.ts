import type { QueryInput } from '#contract/operation.ts';
import type { getDirectory } from '#contract/operations/directory.ts';
import type { FilterQuery } from './filterKind.ts';

/** Absent parameters have the service's defaults. */
export type UserListQuery = { readonly q?: string } & FilterQuery &
  Pick<QueryInput<typeof getDirectory>, 'period' | 'sort' | 'since'>;
