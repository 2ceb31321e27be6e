import { http, HttpResponse } from 'msw';
import type { Capabilities } from '#contract/capabilities.ts';
import {
  type ResponseNotes,
  responseNotesHeader,
  responseNotesText,
} from '#contract/responseNotes.ts';
import { notOffered } from '#upstream/notOffered.ts';
import type { Upstream } from '#contract/upstreamState.ts';
import { server } from './server.ts';

export const capabilities = (): Capabilities => ({
  service: {
    name: 'Portfolio Service',
    version: '0.0.0',
    connectedTo: 'folio.example',
    faultSince: null,
  },
  market: { kind: 'connected', asOf: new Date().toISOString(), tickSeconds: 30 },
  currency: null,
  offers: [],
  notOffered,
});

/** Puts the pages in connected mode. Our service answers all other requests. */
export function connect(): void {
  server.use(http.get('*/x/capabilities', () => HttpResponse.json(capabilities())));
}

export const polling: Upstream['live'] = {
  by: 'polling',
  why: 'Our webhook was removed from the service.',
  tickSeconds: 30,
  canRegister: true,
  registration: null,
  lastMessageAt: null,
  unannounced: null,
};

/** Answers with the state of the connection. A test may set parts of it. */
export function answerUpstream(state: Partial<Upstream> = {}): void {
  const usual: Upstream = {
    address: 'https://folio.example',
    state: 'answers',
    lastGoodAt: new Date().toISOString(),
    fault: null,
    calls: [],
    limits: { concurrent: 6, perSecond: 20 },
    requestsPerMinute: 0,
    running: 0,
    waiting: 0,
    heldUntil: null,
    reading: {
      state: 'waiting',
      users: 0,
      wallets: 0,
      histories: 0,
      listedAt: new Date().toISOString(),
      oldestAt: null,
      fault: null,
      failing: 0,
    },
    live: { ...polling, why: 'PUBLIC_URL is not set.', canRegister: false },
  };
  server.use(http.get('*/x/upstream', () => HttpResponse.json({ ...usual, ...state })));
}

export function answerRead(
  path: string,
  body: unknown,
  reading: Partial<ResponseNotes> = {},
): void {
  const whole = { readAt: Date.now(), stale: null, unread: [], notes: [], raw: null, ...reading };
  const headers = { [responseNotesHeader]: responseNotesText(whole) };
  server.use(
    http.get('*', ({ request }) =>
      new URL(request.url).pathname === path
        ? new HttpResponse(JSON.stringify(body), { headers })
        : undefined,
    ),
  );
}
