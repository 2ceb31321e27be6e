import type { QueryClient } from '@tanstack/react-query';

/** Begins what a page shows first, so that it renders once, with its data. Each page may export one as `firstQueries`. */
export type FirstQueries = (
  client: QueryClient,
  address: Pick<URL, 'pathname' | 'searchParams'>,
) => readonly Promise<void>[];
