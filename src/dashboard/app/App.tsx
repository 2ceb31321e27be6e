import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type createMemoryRouter, RouterProvider } from 'react-router-dom';
import { followPresence } from '../api/presence.ts';
import { followSession } from '../portfolio/session.ts';
import { followPreferences, schemeKey } from '../preferences/preferences.ts';
import { theme } from '../design/theme.ts';
import { followFocus } from './followFocus.ts';

interface AppProps {
  readonly router: ReturnType<typeof createMemoryRouter>;
  readonly queryClient: QueryClient;
  /** `test` disables Mantine's transitions. */
  readonly env?: 'default' | 'test';
}

const schemes = localStorageColorSchemeManager({ key: schemeKey });

/** Mantine injects no `<style>`: its variables and component styles are files. */
export function App({ router, queryClient, env = 'default' }: AppProps) {
  useEffect(followPreferences, []);
  useEffect(followPresence, []);
  useEffect(followFocus, []);
  useEffect(() => followSession(queryClient), [queryClient]);
  return (
    <MantineProvider
      theme={theme}
      env={env}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
