import { describe, expect, test } from 'vitest';
import type { WebhookTargets } from '#service/portfolio/dependencies.ts';
import { Problem } from '#platform/http/problem.ts';
import { checkTarget } from '#service/webhooks/guard/target.ts';

const strict: WebhookTargets = { allowHttp: false, allowNetworks: [] };

/** The refusal of a URL; null where it may be sent to. */
function refusal(url: string, targets: WebhookTargets): Problem | null {
  try {
    checkTarget(url, targets);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** What becomes of a URL: its one form, or the rule that forbids it or the code of its refusal. */
function judged(url: string, targets = strict): string {
  const refused = refusal(url, targets);
  if (refused === null) return checkTarget(url, targets);
  const { errors, members } = refused.extras;
  expect(errors?.map(({ pointer }) => pointer)).toEqual(['/url']);
  const rule = members?.['rule'];
  return typeof rule === 'string' ? rule : refused.code;
}

describe('one URL has one form', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://EXAMPLE.com:443/Hook?B=a#part', 'https://example.com/Hook?B=a'],
    ['https://example.com/#', 'https://example.com/'],
    ['https://example.com/?#', 'https://example.com/?'],
    ['  https://example.com/a  ', 'https://example.com/a'],
    ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
    ['https://bücher.example/日本', 'https://xn--bcher-kva.example/%E6%97%A5%E6%9C%AC'],
    ['https://example.com/\0\ud800', 'https://example.com/%00%EF%BF%BD'],
    ['https:\\\\example.com\\a', 'https://example.com/a'],
    ['https://@example.com/', 'https://example.com/'],
    [`https://example.com/${'a'.repeat(2028)}`, `https://example.com/${'a'.repeat(2028)}`],
  ])('%s', (url, form) => {
    expect(judged(url)).toBe(form);
    expect(judged(form)).toBe(form);
  });

  test('query and trailing slash count', () => {
    const forms = ['/a', '/a/', '/a?', '/a?x=1', '/a?x=1&y=2', '/a?y=2&x=1', '/A'].map((end) =>
      judged(`https://example.com${end}`),
    );
    expect(new Set(forms).size).toBe(7);
  });
});

describe('invalid webhook URLs', () => {
  test.each([
    '',
    'example.com',
    '/hook',
    'https://',
    'https://exa mple.com',
    'https://example.com:99999',
    'https://256.256.256.256',
    'https://1.2.3.4.5',
    'https://[::1',
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    'wss://example.com',
    'https://user@example.com',
    'https://user:hunter2@example.com',
    'https://:hunter2@example.com',
    `https://example.com/${'a'.repeat(2029)}`,
    // Short as text, long in the form in which it would be kept.
    `https://example.com/${'日'.repeat(300)}`,
  ])('%s', (url) => {
    expect(judged(url)).toBe('invalid-url');
  });

  test('http, unless it is allowed', () => {
    expect(judged('http://example.com')).toBe('https-only');
    expect(judged('http://example.com', { ...strict, allowHttp: true })).toBe(
      'http://example.com/',
    );
  });
});

const forbidden: Record<string, readonly string[]> = {
  loopback: [
    '127.0.0.1',
    '127.255.255.254',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7F.1',
    '017700000001',
    '0177.0.0.1',
    '0177.0x0.0.01',
    '127.0.0.1.',
    '127。0。0。1',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '127%2e0%2e0%2e1',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
  ],
  'this-network': ['0.0.0.0', '0', '0x0', '0.1.2.3', '[::ffff:0.0.0.0]'],
  private: [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.0.1',
    '3232235777',
    '0xc0a80101',
    '[::ffff:10.0.0.1]',
  ],
  shared: ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.169.254', '2852039166', '0xa9fea9fe', '[::ffff:a9fe:a9fe]'],
  protocol: ['192.31.196.1', '[2001::1]', '[2620:4f:8000::1]'],
  multicast: ['224.0.0.1', '239.255.255.255'],
  reserved: [
    '192.0.0.1',
    '192.88.99.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '198.19.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '4294967295',
    '[2001:db8::1]',
    '[3fff::1]',
  ],
  'cloud-metadata': ['168.63.129.16'],
  '6to4': ['[2002:7f00:1::]', '[2002:808:808::1]'],
  'not-global': [
    '[::]',
    '[::1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::808:808]',
    '[100::1]',
    '[fc00::1]',
    '[fd12:3456:789a::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[4000::1]',
  ],
  localhost: [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost..',
    'loc%61lhost',
    'ⓛocalhost',
    'ｌｏｃａｌｈｏｓｔ',
    'local\u00adhost',
    'api.localhost',
    'a.b.localhost.',
  ],
};

describe('where nothing may be sent, in every notation', () => {
  test.each(
    Object.entries(forbidden).flatMap(([rule, hosts]) => hosts.map((host) => [host, rule])),
  )('%s: %s', (host, rule) => {
    expect(judged(`https://${host}/hook`)).toBe(rule);
    expect(judged(`https://${host}:8443/`)).toBe(rule);
    // Allowing http allows no address.
    expect(judged(`http://${host}/`, { ...strict, allowHttp: true })).toBe(rule);
  });
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '169.253.255.255',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '168.63.129.17',
  '134744072',
  '[2606:4700:4700::1111]',
  '[2001:200::1]',
  '[2001:db9::1]',
  '[2003::1]',
  '[::ffff:8.8.8.8]',
  'example.com',
  'localhost.example.com',
  'notlocalhost',
  'localhost1',
  '127.0.0.1.example.com',
  'internal',
])('%s may be sent to', (host) => {
  expect(judged(`https://${host}/hook`)).toBe(new URL(`https://${host}/hook`).href);
});

describe('with networks that are allowed', () => {
  const targets = { allowHttp: false, allowNetworks: ['127.0.0.0/8', '10.1.0.0/16', 'fd00::/8'] };
  test.each([
    ['127.0.0.1', true],
    ['2130706433', true],
    ['[::ffff:127.0.0.1]', true],
    ['localhost', true],
    ['api.localhost', true],
    ['10.1.2.3', true],
    ['10.2.0.1', false],
    ['[fd00::1]', true],
    ['[fc00::1]', false],
    ['[::1]', false],
    ['192.168.0.1', false],
  ])('%s is allowed: %s', (host, isAllowed) => {
    expect(judged(`https://${host}/`, targets).startsWith('https://')).toBe(isAllowed);
  });

  test.each([
    ['10.0.0.0/8', 'localhost'],
    ['127.1.0.0/16', 'localhost'],
    ['127.0.0.0/8', 'https://localhost/'],
    ['::1/128', 'https://localhost/'],
  ])('with %s alone, localhost is judged by its addresses: %s', (network, verdict) => {
    expect(judged('https://localhost/', { ...strict, allowNetworks: [network] })).toBe(verdict);
  });

  test.each(['::/0', '::ffff:0:0/96', '::ffff:7f00:0/104'])(
    '%s allows no IPv4 address, in whatever form',
    (network) => {
      const given = { ...targets, allowNetworks: [network] };
      expect(judged('https://127.0.0.1/', given)).toBe('loopback');
      expect(judged('https://[::ffff:127.0.0.1]/', given)).toBe('loopback');
      expect(judged('https://169.254.169.254/', given)).toBe('link-local');
    },
  );

  test('0.0.0.0/0 allows no IPv6 address', () => {
    const given = { ...targets, allowNetworks: ['0.0.0.0/0'] };
    expect(judged('https://[fd00::1]/', given)).toBe('not-global');
    expect(judged('https://[::ffff:10.0.0.1]/', given)).toBe('https://[::ffff:a00:1]/');
  });
});

const told = (url: string) => JSON.stringify(refusal(url, strict)?.toDetails('/p/webhook') ?? null);

test('a refusal names the address and the rule, and never a password', () => {
  expect(told('https://0x7f.1/')).toContain('127.0.0.1 is this machine');
  expect(told('https://0x7f.1/')).toContain('"rule":"loopback"');
  expect(told('https://admin:hunter2@example.com/')).not.toMatch(/hunter2|admin/);
});
