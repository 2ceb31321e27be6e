import {
  keepPreviousData,
  type QueryFunctionContext,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import type { Directory, DirectorySource, InSight } from './directoryPort.ts';
import type { Question } from './index/question.ts';
import { theIndex } from './theIndex.ts';

/** Who is there, read into the index: from the directory where the service offers one, else from the interface's list. */
export const directoryQueries = {
  directory: readingOf('directory'),
  list: readingOf('list'),
};

/** So many users are asked for again at each tick; more are too much to send that often. */
const fewUsers = 5_000;

/** Whether what was read of users is too much to be asked for at each tick. */
export function isMany(data: unknown): boolean {
  return (
    typeof data === 'object' && data !== null && 'count' in data && Number(data.count) > fewUsers
  );
}

function readingOf(source: DirectorySource) {
  return queryOptions<Directory>({
    queryKey: ['users', source],
    queryFn: (context) => read(source, context),
    // The users stay in the index, so the way to them does too.
    gcTime: Number.POSITIVE_INFINITY,
    meta: { rest: (data) => (isMany(data) ? 60_000 : 10_000) },
  });
}

/** The first reading is shown as it grows; those after it replace what is shown when they are whole. */
async function read(
  source: DirectorySource,
  { client, queryKey, signal }: QueryFunctionContext,
): Promise<Directory> {
  const index = await theIndex();
  const onPart = (part: Directory) => {
    const shown = client.getQueryData<Directory>(queryKey);
    if (signal.aborted || shown?.isWhole === true || (shown?.count ?? 0) > part.count) return;
    client.setQueryData(queryKey, part);
  };
  return index.read(source, onPart, signal);
}

/** Who is shown of a reading. Of questions in a row the newest wins; until its answer is there the one before stays. */
export function arrangementQuery(
  directory: Directory | undefined,
  question: Question,
  inSight: () => InSight,
) {
  return queryOptions({
    // Not below `users`: what invalidates those brings another reading, and so another key.
    queryKey: ['arranged', directory?.reading, directory?.count, question],
    queryFn:
      directory === undefined
        ? skipToken
        : async ({ signal }) => {
            const { reading } = directory;
            const arranged = await (await theIndex()).arrange(reading, question, inSight(), signal);
            return { ...arranged, reading, question, of: directory.count };
          },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
    gcTime: 60_000,
  });
}
