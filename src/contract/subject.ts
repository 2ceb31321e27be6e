/** A user, their wallet in a thematic, or a thematic itself. */
export type PortfolioSubject =
  | { readonly user: string; readonly thematic?: string | undefined }
  | { readonly user?: undefined; readonly thematic: string };
