import { expect, test } from 'vitest';
import { neverReported } from '#directory/reportedFigures.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { connecting, directory } from './reading.ts';

const connect = connecting(openFromTemplate);

test('until the list was read to its end, nothing is said to be stated of nobody', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const connected = connect({
    answer: async (request) => {
      const { pathname, search } = new URL(request.url);
      if (pathname !== '/p/users') return Response.json([]);
      if (search === '') {
        return Response.json({ users: [{ customId: 'a' }], next: '/p/users?page=2' });
      }
      await promise;
      return Response.json([{ customId: 'b', createdAt: null }]);
    },
  });
  await connected.sync.begin();
  expect(await directory(connected)).toMatchObject({ of: 1, unsupported: [] });
  resolve();
  await expect
    .poll(() => directory(connected))
    .toMatchObject({ of: 2, unsupported: ['createdAt', ...neverReported] });
});
