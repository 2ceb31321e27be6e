import type { Page, Route } from 'playwright-core';

export interface Fault {
  readonly bringAbout: (route: Route) => Promise<void>;
  readonly words: RegExp;
  /** Start of the error code that a person can quote. */
  readonly code: string;
  readonly reported: RegExp | null;
}

export const faults = {
  problem: {
    bringAbout: (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: '/p/docs#problem-internal',
          title: 'Internal error',
          status: 500,
          detail: 'The prices are being moved to a larger house.',
          instance: '/p/thematics',
          code: 'internal',
        }),
      }),
    words: /The prices are being moved to a larger house\./,
    code: '500 internal',
    reported: /500/,
  },
  page: {
    bringAbout: (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Please sign in' }),
    words: /answered with a web page instead of JSON/,
    code: 'unreadable',
    reported: null,
  },
  down: {
    bringAbout: (route) => route.abort('connectionrefused'),
    words: /The service cannot be reached\./,
    code: 'no answer',
    reported: /ERR_CONNECTION_REFUSED/,
  },
  nonsense: {
    bringAbout: (route) => route.fulfill({ json: [{ date: 'yesterday', total: 'much' }, 7] }),
    words: /could not be read, at \/0/,
    code: 'unreadable',
    reported: null,
  },
} as const satisfies Record<string, Fault>;

/** Makes every request of a path fail until the returned function is called. */
export async function breakPath(
  page: Page,
  path: string,
  fault: Fault,
): Promise<() => Promise<void>> {
  const isMeant = (url: URL) => url.pathname === path;
  await page.route(isMeant, fault.bringAbout);
  return () => page.unroute(isMeant);
}
