import { sessionHours, sessionIdleMinutes, triesPerMinute } from '#contract/access.ts';
import type * as access from '#contract/operations/access.ts';
import type { ProseOf } from './callProse.ts';

const cookie = { 'Set-Cookie': { description: 'The session, for browsers only.' } };

export const accessProse: ProseOf<typeof access> = {
  getSession: {
    summary: 'Current session',
    description: 'The caller, also without sign-in.',
    answers: { 200: { description: 'The session.' } },
  },
  createSession: {
    summary: 'Sign in',
    description: `Starts a browser session with a key. The session ends ${sessionIdleMinutes} minutes after the last request that a person caused (requests with \`Background: 1\` do not count), and at most ${sessionHours} hours after its start. After ${triesPerMinute} wrong keys from one address within a minute, counted over sign-ins and \`Authorization\` headers, further sign-ins and wrong keys from there get 429.`,
    body: { example: { key: 'pfk_…' } },
    answers: { 201: { description: 'Signed in.', headers: cookie } },
  },
  beginProviderSignIn: {
    summary: 'Sign in through a provider',
    description:
      'For browsers: redirects to the OpenID Connect provider, and after sign-in to the path `to` of the dashboard. If that is not possible, answers with a page that states the reason.',
    query: {
      to: { description: 'Path of the dashboard. Default: its start page.', example: '/users' },
      again: {
        description:
          '`1`: requires a new sign-in, even if the person is signed in at the provider.',
      },
    },
    answers: {
      302: {
        description: 'Redirect to the provider.',
        headers: {
          Location: { description: 'Address of the provider.' },
          'Set-Cookie': { description: 'State of this sign-in, which the callback checks.' },
        },
      },
    },
  },
  finishProviderSignIn: {
    summary: 'Callback of the provider',
    description:
      'The provider redirects the browser here. Answers with a page that continues where the sign-in began, or states why it failed: 400, 403 if the person has no role here, 503 if the provider cannot be reached.',
    answers: { 200: { description: 'Signed in.', headers: cookie } },
  },
  deleteSession: {
    summary: 'Sign out',
    description: 'Ends the session of the cookie. Without a session, does nothing.',
    answers: { 204: { description: 'Signed out.', headers: cookie } },
  },
  deleteSessions: {
    summary: 'Sign out everywhere',
    description: 'Ends all sessions of the caller, in every browser.',
    answers: { 204: { description: 'Signed out.', headers: cookie } },
  },
  getSessions: {
    summary: 'Open sessions',
    description: 'Newest first. An analyst sees their own sessions, an admin sees all.',
    answers: { 200: { description: 'The sessions.' } },
  },
  endSession: {
    summary: 'End a session',
    description:
      'Signs that browser out at once. An analyst can end their own sessions, an admin any.',
    answers: { 204: { description: 'Ended.' } },
  },
  getKeys: {
    summary: 'All keys',
    description: 'Newest first, including expired and revoked keys, without the keys themselves.',
    answers: { 200: { description: 'The keys.' } },
  },
  createKey: {
    summary: 'Create a key',
    description:
      'The first key turns on authentication: from then on every request needs a key, so the first must be an admin’s. A session that began more than 15 minutes ago gets 403 `sign-in-too-old`: sign in again.',
    body: { example: { name: 'Ada', role: 'analyst', expiresAt: null } },
    answers: { 201: { description: 'Created. No later answer contains the key.' } },
  },
  revokeKey: {
    summary: 'Revoke a key',
    description:
      'The key stops working, and its sessions and live streams end. A revoked key stays revoked. The last admin key cannot be revoked: 409 `last-admin-key`. A session that began more than 15 minutes ago gets 403 `sign-in-too-old`: sign in again.',
    answers: { 200: { description: 'Revoked.' } },
  },
};
