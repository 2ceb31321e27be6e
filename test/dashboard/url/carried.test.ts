import { expect, test } from 'vitest';
import { carriedTo } from '#dashboard/url/carried.ts';

const user = '/users/a%2Fb%3Fc%23d%20e%252F';

test.each([
  // From the list, whose default is a day.
  ['/users', '', user, `${user}?period=day`],
  ['/users', '?period=week&q=x', user, `${user}?period=week`],
  ['/users', '?period=month', user, user],
  ['/users', '?period=ytd', user, `${user}?period=ytd`],
  // Between pages, whose default is a month.
  [user, '', `${user}/wallets/one`, `${user}/wallets/one`],
  [
    user,
    '?period=year&from=2026-01-01T00:00:00.000Z',
    `${user}/wallets/one`,
    `${user}/wallets/one?period=year`,
  ],
  ['/tokens/one', '?period=2026-03-01..', '/thematics/two', '/thematics/two?period=2026-03-01..'],
  // Back to the list.
  [user, '', '/users', '/users?period=month'],
  [user, '?period=day', '/users', '/users'],
  [user, '?period=last-month', '/users', '/users?period=last-month'],
  // Other parameters of the link stay.
  [
    '/thematics/one',
    '?period=week',
    '/users?thematic=a%26b&sort=-held',
    '/users?thematic=a%26b&sort=-held&period=week',
  ],
])('from %s%s to %s: %s', (pathname, search, to, expected) => {
  expect(carriedTo(to, { pathname, search })).toBe(expected);
});

const asOf = 'asOf=2026-03-01T00:00:00.000Z';
const sent = 'asOf=2026-03-01T00%3A00%3A00.000Z';

test.each([
  // Both, between pages that have both.
  [user, `?period=year&${asOf}`, `${user}/wallets/one`, `${user}/wallets/one?period=year&${sent}`],
  // The list has a period only, exposure an instant only.
  [user, `?period=year&${asOf}`, '/users', '/users?period=year'],
  [user, `?period=year&${asOf}`, '/exposure', `/exposure?${sent}`],
  ['/exposure', `?period=year&${asOf}`, user, `${user}?${sent}`],
  ['/exposure', '', '/users?thematic=one', '/users?thematic=one'],
  ['/users', `?${asOf}`, user, `${user}?period=day`],
  // Other pages have neither, and give neither.
  [user, `?period=year&${asOf}`, '/quality', '/quality'],
  [user, `?period=year&${asOf}`, '/thematics', '/thematics'],
  [
    user,
    `?period=year&${asOf}`,
    '/x/users/one/wallets?format=csv',
    '/x/users/one/wallets?format=csv',
  ],
  [user, `?period=year&${asOf}`, '?find=a%20b', '?find=a%20b'],
  ['/quality', `?period=year&${asOf}`, user, user],
  // A link with its own keeps it.
  [user, `?period=year&${asOf}`, '/users?period=week', '/users?period=week'],
  // An unreadable instant is the present.
  [user, '?asOf=yesterday', `${user}/wallets/one`, `${user}/wallets/one`],
])('from %s%s to %s: %s, with an instant', (pathname, search, to, expected) => {
  expect(carriedTo(to, { pathname, search })).toBe(expected);
});
