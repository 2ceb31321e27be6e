import type { QueryInput } from '#contract/operation.ts';
import type { getBookSummary } from '#contract/operations/book.ts';
import type { PortfolioSubject } from '#contract/subject.ts';

/** The parameters that select the members of a book. */
export type MembersQuery = Omit<QueryInput<typeof getBookSummary>, 'asOf'>;

/** A set of users as one portfolio. */
export interface BookSubject {
  readonly user?: undefined;
  readonly thematic?: undefined;
  readonly book: MembersQuery;
  /** Of its page. */
  readonly address: string;
}

/** A user, their wallet in a thematic, a thematic, or a book. */
export type FiguresOwner = (PortfolioSubject & { readonly book?: undefined }) | BookSubject;
