import type { Route } from 'playwright-core';
import { getCapabilities } from '#contract/operations/about.ts';
import { getLive } from '#contract/operations/live.ts';

/** Fault of every request of a page, and the text that its panes then show. */
export interface FaultKind {
  readonly bringAbout: (route: Route) => Promise<void>;
  readonly words: RegExp;
  /** Error that the browser reports; null: none. */
  readonly reported: RegExp | null;
}

/** Every request to the service except for its capabilities, without which a page requests nothing. */
export const asked = (url: URL): boolean =>
  /^\/[px]\//.test(url.pathname) && url.pathname !== getCapabilities.path;

/** Requests with one answer: all but the live stream. */
export const answered = (url: URL): boolean => asked(url) && url.pathname !== getLive.path;

export const faultKinds: Record<string, FaultKind> = {
  'the service stopped': {
    bringAbout: (route) => route.abort('connectionrefused'),
    words: /The service cannot be reached\./,
    reported: /ERR_CONNECTION_REFUSED/,
  },
  '500 without a problem': {
    bringAbout: (route) =>
      route.fulfill({ status: 500, contentType: 'text/plain', body: 'Something burned down.' }),
    words: /Something burned down\./,
    reported: /500/,
  },
  '404': {
    bringAbout: (route) => route.fulfill(problem(404, 'route-not-found', 'No such thing here.')),
    words: /No such thing here\.|^(User|Thematic) “.*not found/,
    reported: /404/,
  },
  '401': {
    bringAbout: (route) => route.fulfill(problem(401, 'unauthenticated', 'A key is needed.')),
    words: /A key is needed\./,
    reported: /401/,
  },
  'JSON cut off in the middle': {
    bringAbout: (route) =>
      route.fulfill({ contentType: 'application/json', body: '[{"_id": "x", "total": 1' }),
    words: /could not be read|is not JSON/,
    reported: null,
  },
  'a web page instead of JSON': {
    bringAbout: (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Please sign in' }),
    words: /answered with a web page instead of JSON/,
    reported: null,
  },
  'JSON of another kind': {
    bringAbout: (route) => route.fulfill({ json: { nothing: 'of the kind' } }),
    words: /could not be read/,
    reported: null,
  },
};

function problem(status: number, code: string, detail: string) {
  return {
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: code, status, detail, instance: '/', code }),
  };
}
