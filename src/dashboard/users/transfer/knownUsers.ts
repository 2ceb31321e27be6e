import type { QueryClient } from '@tanstack/react-query';
import { directoryQueries } from '../directory/directoryQueries.ts';
import { type Directory, ReadingGoneError } from '../directory/directoryPort.ts';
import { everybody, initialDirectorySort } from '../directory/index/question.ts';
import { theIndex } from '../directory/theIndex.ts';
import { type Attributes, isObject } from '../userAttributes.ts';
import { createBreather } from './breather.ts';

const batch = 5_000;
/** The page may read the users anew while they are looked through; so often it is begun again. */
const attempts = 3;

/** Everyone who is there now, with their attributes: read anew, so that the dry run is true. */
export async function readKnownUsers(
  client: QueryClient,
  offersDirectory: boolean,
): Promise<ReadonlyMap<string, Attributes>> {
  const query = offersDirectory ? directoryQueries.directory : directoryQueries.list;
  for (let attempt = 1; ; attempt += 1) {
    const directory = await client.fetchQuery({ ...query, staleTime: 0 });
    try {
      return await lookThrough(directory);
    } catch (error) {
      if (!(error instanceof ReadingGoneError) || attempt === attempts) throw error;
    }
  }
}

async function lookThrough({ reading }: Directory): Promise<ReadonlyMap<string, Attributes>> {
  const { isDue, breathe } = createBreather();
  const index = await theIndex();
  const question = { criteria: everybody, sort: initialDirectorySort };
  const nobody = { first: 0, last: -1 };
  const { signal } = new AbortController();
  const { places } = await index.arrange(reading, question, nobody, signal);
  const known = new Map<string, Attributes>();
  for (let from = 0; from < places.length; from += batch) {
    const asked = places.slice(from, from + batch);
    const told = await index.entries(reading, asked, '');
    if (told.size < asked.length) throw new ReadingGoneError('The users were read anew meanwhile.');
    for (const { customId, name, attributes } of told.values()) {
      const others = isObject(attributes) ? attributes : {};
      known.set(customId, name === null ? others : { name, ...others });
      if (isDue()) await breathe();
    }
  }
  return known;
}
