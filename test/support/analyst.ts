import { http, HttpResponse } from 'msw';
import type { Session } from '#contract/access.ts';
import { getSession } from '#contract/operations/access.ts';
import { server } from './server.ts';

/** Makes the page believe that an analyst is signed in. */
export function signInAnalyst(): void {
  const ann: Session = { role: 'analyst', open: false, name: 'Ann', endsAt: null, provider: null };
  server.use(http.get(`*${getSession.path}`, () => HttpResponse.json(ann)));
}
