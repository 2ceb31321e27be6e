import { queryOptions } from '@tanstack/react-query';
import { holderList } from '#contract/directory.ts';
import { paths } from '#contract/paths.ts';
import { getAnswer } from '../../shared/api/client.ts';

/** Who holds a thematic, the largest first, and how many there are of them; the service sends the first hundred. */
export function holdersQuery(thematicId: string) {
  return queryOptions({
    queryKey: ['thematic', thematicId, 'holders'],
    queryFn: async ({ signal }) => {
      const { body, headers } = await getAnswer(paths.holders(thematicId), holderList, signal);
      const count = Number(headers.get('X-Total-Count') ?? body.length);
      return { holders: body, count: Number.isFinite(count) ? count : body.length };
    },
  });
}
