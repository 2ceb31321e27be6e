import { sessionHours, sessionIdleMinutes, triesPerMinute } from '#contract/access.ts';
import type * as access from '#contract/operations/access.ts';
import type { ProseOf } from './callProse.ts';

const cookie = { 'Set-Cookie': { description: 'The session, for browsers alone.' } };

export const accessProse: ProseOf<typeof access> = {
  getSession: {
    summary: 'Who am I',
    description:
      'The role and name of the caller; `role` is null where nobody is signed in. `open`: no key is configured, and everyone on this machine is admin.',
    answers: { 200: { description: 'The session.' } },
  },
  createSession: {
    summary: 'Sign in',
    description: `Begins a session of a browser with a key. It ends ${sessionIdleMinutes} minutes after the last request that a person caused (those with \`Background: 1\` don’t count), and ${sessionHours} hours after it began. After ${triesPerMinute} wrong keys from an address within a minute, in sign-ins and \`Authorization\` headers together, sign-ins and wrong keys from there get 429.`,
    body: { example: { key: 'pfk_…' } },
    answers: { 201: { description: 'Signed in.', headers: cookie } },
  },
  beginProviderSignIn: {
    summary: 'Sign in through a provider',
    description:
      'For browsers: goes to the OpenID Connect provider, and afterwards to the path `to` of the page. Answers a page that says why, where that is not possible.',
    query: {
      to: { description: 'A path of the page; its start where left out.', example: '/users' },
      again: { description: '`1`: also whom the provider knows still signs in there.' },
    },
    answers: {
      302: {
        description: 'The address to sign in at.',
        headers: {
          Location: { description: 'An address of the provider.' },
          'Set-Cookie': { description: 'What the way back is checked with.' },
        },
      },
    },
  },
  finishProviderSignIn: {
    summary: 'Come back from a provider',
    description:
      'Where the provider sends a browser to. Answers a page that goes on to where the sign-in was begun, or says why nobody was signed in: 400, 403 where one has no role here, 503 where the provider cannot be reached.',
    answers: { 200: { description: 'Signed in.', headers: cookie } },
  },
  deleteSession: {
    summary: 'Sign out',
    description: 'Ends the session of the cookie; without one, nothing happens.',
    answers: { 204: { description: 'Signed out.', headers: cookie } },
  },
  deleteSessions: {
    summary: 'Sign out everywhere',
    description: 'Ends all sessions of the caller, in every browser.',
    answers: { 204: { description: 'Signed out.', headers: cookie } },
  },
  getSessions: {
    summary: 'Open sessions',
    description:
      'The newest first: an analyst sees the own ones, an admin those of everyone. `current` is the one that asks.',
    answers: { 200: { description: 'The sessions.' } },
  },
  endSession: {
    summary: 'End a session',
    description: 'Signs that browser out at once: an analyst an own one, an admin any.',
    answers: { 204: { description: 'Ended.' } },
  },
  getKeys: {
    summary: 'All keys',
    description: 'The newest first, expired and revoked ones among them; never their text.',
    answers: { 200: { description: 'The keys.' } },
  },
  createKey: {
    summary: 'Create a key',
    description:
      'The first key closes the service: from then on every request needs one, so it must be an admin’s. A session that began more than 15 minutes ago is refused with 403 `sign-in-too-old`: sign in again.',
    body: { example: { name: 'Ada', role: 'analyst', expiresAt: null } },
    answers: { 201: { description: 'Created. The key is shown this once.' } },
  },
  revokeKey: {
    summary: 'Revoke a key',
    description:
      'It is refused from now on, and its sessions and live streams end. A revoked key stays revoked. The last one of an admin cannot be: 409 `last-admin-key`. A session that began more than 15 minutes ago is refused with 403 `sign-in-too-old`: sign in again.',
    answers: { 200: { description: 'Revoked.' } },
  },
};
