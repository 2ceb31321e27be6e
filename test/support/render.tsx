import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router-dom';
import { App } from '#dashboard/app/App.tsx';
import { createQueryClient } from '#dashboard/app/queryClient.ts';
import { routes } from '#dashboard/app/router.tsx';

/** Opens the dashboard at an address, with the routes and caches of `main.tsx`, but without waiting between retries. */
export function open(...addresses: [string, ...string[]]) {
  const queryClient = createQueryClient();
  const defaults = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
  const router = createMemoryRouter(routes, {
    initialEntries: addresses,
    initialIndex: addresses.length - 1,
  });
  const user = userEvent.setup();
  const view = render(<App router={router} queryClient={queryClient} env="test" />);
  const address = () => {
    const { pathname, search } = router.state.location;
    return pathname + search;
  };
  return { ...view, user, router, queryClient, address };
}
