import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

test.each([
  ['/users', '*/x/directory'],
  ['/thematics', '*/p/thematics'],
  ['/settings/webhooks', '*/p/webhook'],
])(
  'a page with Retry-After, %s, shows the delay and retries automatically',
  async (address, asked) => {
    server.use(
      http.get(
        asked,
        () => new Response('Rebuilding', { status: 503, headers: { 'Retry-After': '1' } }),
        { once: true },
      ),
    );
    open(address);
    expect((await screen.findByRole('alert')).textContent).toContain('retries after 1 s');
    await screen.findByText(/No users yet|Level|No webhooks yet/);
    expect(screen.queryByRole('alert')).toBeNull();
  },
);
