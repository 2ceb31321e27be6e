import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testService } from '#test/support/server.ts';
import { open } from '#test/support/render.tsx';

test('shows every user with its total', async () => {
  const service = await testService();
  await service.call('PUT', '/p/users', { customId: 'a/b?c#d e%2F' });
  open('/users');
  const table = await screen.findByRole('table', { name: 'Users' });
  expect(within(table).getByRole('link', { name: 'a/b?c#d e%2F' })).toHaveProperty(
    'pathname',
    '/users/a%2Fb%3Fc%23d%20e%252F',
  );
});
