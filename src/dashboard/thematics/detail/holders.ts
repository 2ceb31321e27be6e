import { queryOptions } from '@tanstack/react-query';
import { getHolders } from '#contract/operations/thematics.ts';
import { callWithHeaders } from '../../shared/api/client.ts';

/** Who holds a thematic, the largest first, and how many there are of them; the service sends the first hundred. */
export function holdersQuery(thematicId: string) {
  return queryOptions({
    queryKey: ['thematic', thematicId, 'holders'],
    queryFn: async ({ signal }) => {
      const params = { id: thematicId };
      const { body, headers } = await callWithHeaders(getHolders, { params }, signal);
      const count = Number(headers.get('X-Total-Count') ?? body.length);
      return { holders: body, count: Number.isFinite(count) ? count : body.length };
    },
  });
}
