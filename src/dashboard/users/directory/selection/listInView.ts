import { createContext } from 'react';
import type { UserListQuery } from '../../../members/userListQuery.ts';

/** A list of users and the number of its matches. */
export interface ListInView {
  readonly query: UserListQuery;
  readonly count: number;
}

/** For the head of the table, which does not render with each answer. */
export const ListInViewContext = createContext<ListInView | null>(null);

/** Equal lists have equal texts in any order of their rows. */
export function listText({ sort: _, ...query }: UserListQuery): string {
  return JSON.stringify(query);
}
