import { describe, expect, test } from 'vitest';
import { maxViewAddressBytes, viewAddressFault } from '#contract/viewAddress.ts';

test.each([
  '/users',
  '/users?q=a..b&total=1..2',
  '/users/a%2Fb%3Fc%23d%20e%252F?period=year',
  '/users/日本/wallets/data-feeds#positions',
  '/settings/audit?kind=user',
  '/exposure?by=token&to=//host',
])('%s can be saved', (address) => {
  expect(viewAddressFault(address)).toBeNull();
});

const fill = (text: string, bytes: number) => `/users?q=${text.repeat(bytes)}`;

describe('an address that could leave the app is rejected:', () => {
  test.each([
    '',
    'users',
    '//evil.example/users',
    '/\\evil.example',
    '/users\\..\\x',
    '\\\\evil.example',
    'https://evil.example/users',
    'javascript:alert(1)',
    ' /users',
    '/users//evil.example',
    '/.//evil.example',
    '/users/../..//evil.example',
    '/%2e%2e/x/backup',
    '/users/%2E%2e',
    '/./users',
    '/',
    '/?q=1',
    '/#a',
    '/x/backup',
    '/p/users',
    '/x',
    '/x?of=all',
    '/users\t',
    '/us\ners',
    '/users\0',
    '/users?q=\u202Egnp',
    '/users\u0085',
    '/users?q=\uD800',
  ])('%j', (address) => {
    expect(viewAddressFault(address)).toMatch(/^must /);
  });

  test('the limit is 4 kB of UTF-8, not of characters', () => {
    expect(viewAddressFault(fill('a', maxViewAddressBytes - 9))).toBeNull();
    expect(viewAddressFault(fill('a', maxViewAddressBytes - 8))).toMatch(/4096 bytes/);
    expect(viewAddressFault(fill('日', maxViewAddressBytes / 3 - 4))).toBeNull();
    expect(viewAddressFault(fill('日', maxViewAddressBytes / 3))).toMatch(/4096 bytes/);
  });

  test('every accepted address stays on the site after a browser resolved it', () => {
    const parts = ['/', '\\', '.', '..', '%2e', '%2F', 'users', '?', '#', ':', '@', '\t', 'x', 'p'];
    const base = 'https://portfolio.example';
    let accepted = 0;
    for (let n = 0; n < parts.length ** 4; n += 1) {
      const address = `/${[1, 14, 196, 2744].map((unit) => parts[Math.floor(n / unit) % 14]).join('')}`;
      if (viewAddressFault(address) !== null) continue;
      accepted += 1;
      const { origin, pathname } = new URL(address, base);
      expect([address, origin]).toEqual([address, base]);
      expect([address, /^\/\/|^\/[px](\/|$)/.test(pathname)]).toEqual([address, false]);
      expect([address, pathname]).not.toEqual([address, '/']);
    }
    expect(accepted).toBeGreaterThan(1000);
  });
});
