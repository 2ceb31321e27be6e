import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { WebhookTargets } from '#service/portfolio/dependencies.ts';
import { Problem } from '#platform/http/problem.ts';
import {
  type Lookup,
  ownAddresses,
  RefusedError,
  targetAddresses,
  vettedAddresses,
} from '#service/webhooks/guard/resolve.ts';
import { checkTarget } from '#service/webhooks/guard/target.ts';

const none = { allowHttp: false, allowNetworks: [] };
const nobody: Lookup = () => Promise.reject(new Error('Nothing is looked up'));
const always =
  (...addresses: string[]): Lookup =>
  () =>
    Promise.resolve(addresses);

/** The host as the URL of an endpoint has it. */
const hostOf = (text: string) => new URL(`https://${text}/hook`).hostname;

async function ruleFor(text: string, lookup: Lookup = nobody): Promise<string | null> {
  try {
    await vettedAddresses(hostOf(text), none, lookup);
    return null;
  } catch (error) {
    if (error instanceof RefusedError) return error.rule;
    throw error;
  }
}

describe('addresses written as numbers', () => {
  test.each([
    ['127.0.0.1', 'loopback'],
    ['127.1', 'loopback'],
    ['2130706433', 'loopback'],
    ['0x7f000001', 'loopback'],
    ['0x7f.1', 'loopback'],
    ['0177.0.0.1', 'loopback'],
    ['017700000001', 'loopback'],
    ['①②⑦.⓪.⓪.①', 'loopback'],
    ['１２７.0.0.1', 'loopback'],
    ['127。0。0。1', 'loopback'],
    ['127.0.0.1.', 'loopback'],
    ['0.0.0.0', 'this-network'],
    ['0', 'this-network'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'shared'],
    ['169.254.169.254', 'link-local'],
    ['168.63.129.16', 'cloud-metadata'],
    ['192.0.2.7', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'reserved'],
    ['240.0.0.1', 'reserved'],
    ['[::1]', 'not-global'],
    ['[::]', 'not-global'],
    ['[fe80::1]', 'not-global'],
    ['[fc00::1]', 'not-global'],
    ['[ff02::1]', 'not-global'],
    ['[64:ff9b::7f00:1]', 'not-global'],
    ['[::ffff:127.0.0.1]', 'loopback'],
    ['[::ffff:7f00:1]', 'loopback'],
    ['[::ffff:169.254.169.254]', 'link-local'],
    ['[::7f00:1]', 'not-global'],
    ['[2002:7f00:1::]', '6to4'],
    ['[2001::1]', 'protocol'],
    ['[2001:db8::1]', 'reserved'],
    ['[3fff::1]', 'reserved'],
    ['[2620:4f:8000::1]', 'protocol'],
    ['[2001:1ff:ffff::1]', 'reserved'],
    ['[4000::1]', 'not-global'],
    ['192.0.0.9', 'reserved'],
    ['192.31.196.1', 'protocol'],
    ['192.52.193.1', 'protocol'],
    ['192.88.99.1', 'reserved'],
    ['192.175.48.1', 'protocol'],
    ['198.51.100.1', 'reserved'],
    ['203.0.113.1', 'reserved'],
  ])('%s is refused: %s', async (text, rule) => {
    expect(await ruleFor(text)).toBe(rule);
  });

  test.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '[2606:4700::1111]', '[::ffff:1.1.1.1]'])(
    '%s is public',
    async (text) => {
      expect(await ruleFor(text)).toBeNull();
    },
  );
});

describe('names', () => {
  test.each([
    [['1.1.1.1'], null],
    [['2606:4700::1111'], null],
    [['1.1.1.1', '2606:4700::1111'], null],
    [['10.0.0.1'], 'private'],
    [['fe80::1'], 'not-global'],
    // One that is forbidden among others: nobody is connected to.
    [['1.1.1.1', '10.0.0.1'], 'private'],
    [['1.1.1.1', '::1'], 'not-global'],
    [['2606:4700::1111', '::ffff:10.0.0.1'], 'private'],
    // What is no IP address is not let through.
    [['nonsense'], 'not-an-address'],
    [[''], 'not-an-address'],
    [['1.1.1'], 'not-an-address'],
    [['1.1.1.1', '1.1.1.1.1'], 'not-an-address'],
    [['::ffff:127.0.0.1%1'], 'not-an-address'],
    [['2606:4700::1111%1'], 'not-an-address'],
  ])('that mean %j: %s', async (addresses, rule) => {
    expect(await ruleFor('hooks.example.com', always(...addresses))).toBe(rule);
  });

  test.each(['localhost', 'a.localhost', 'LOCALHOST', 'localhost.'])(
    '%s is this machine, whatever a name server says',
    async (name) => {
      expect(await ruleFor(name, always('1.1.1.1'))).toBe('loopback');
    },
  );

  test('are looked up once for each attempt, so that a second answer changes nothing', async () => {
    const answers = [['1.1.1.1'], ['127.0.0.1']];
    const rebinding: Lookup = () => Promise.resolve(answers.shift() ?? []);
    expect(await vettedAddresses('rebind.example.com', none, rebinding)).toEqual(['1.1.1.1']);
    await expect(vettedAddresses('rebind.example.com', none, rebinding)).rejects.toThrow(
      /^127\.0\.0\.1 is this machine, which the rule loopback forbids/,
    );
  });

  test('in a network that is allowed are let through', async () => {
    const allowed = { allowHttp: true, allowNetworks: ['10.0.0.0/8', 'fd00::/8'] };
    const lookup = always('10.1.2.3', 'fd00::7');
    expect(await vettedAddresses('receiver', allowed, lookup)).toEqual(['10.1.2.3', 'fd00::7']);
    await expect(vettedAddresses('other', allowed, always('192.168.0.1'))).rejects.toThrow(
      /private/,
    );
  });
});

const at = (...allowNetworks: string[]) =>
  vettedAddresses('api.localhost', { allowHttp: true, allowNetworks }, nobody);

test('localhost means those of its addresses that are allowed', async () => {
  expect(await at('127.0.0.0/8')).toEqual(['127.0.0.1']);
  expect(await at('::1/128')).toEqual(['::1']);
  expect(await at('::1/128', '127.0.0.0/8')).toEqual(['127.0.0.1', '::1']);
  await expect(at('10.0.0.0/8')).rejects.toThrow(/rule loopback/);
});

describe('a name that means the service itself', () => {
  const open = { allowHttp: true, allowNetworks: ['0.0.0.0/0', '::/0'] };
  const origins = ['http://127.0.0.1:4173'];
  const judge = (url: string, ...addresses: string[]) =>
    targetAddresses(new URL(url), { targets: open, lookup: always(...addresses), origins });

  test.each(['127.0.0.1', '127.3.3.3', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1'])(
    'is refused with %s and its port',
    async (address) => {
      const refused = judge('http://hooks.example.com:4173/x', '1.1.1.1', address);
      await expect(refused).rejects.toMatchObject({ rule: 'own-service', address });
      expect(await judge('http://hooks.example.com:4174/x', address)).toEqual([address]);
    },
  );

  test('is refused where it is localhost, and let through to the inspector alone', async () => {
    await expect(judge('http://localhost:4173/x')).rejects.toMatchObject({ rule: 'own-service' });
    expect(await judge('http://127.0.0.1:4173/x/webhooks/inspector/a')).toEqual(['127.0.0.1']);
    await expect(
      judge('http://127.0.0.1:4173/x/webhooks/inspector/..%2fendpoints'),
    ).rejects.toMatchObject({ rule: 'own-service' });
  });
});

/** The text of a URL as it is kept, or the rule that forbids it. */
function judgedText(url: string, targets: WebhookTargets, origins: readonly string[]): unknown {
  try {
    return checkTarget(url, targets, origins);
  } catch (error) {
    if (error instanceof Problem) return error.extras.members?.['rule'];
    throw error;
  }
}

describe('a URL that says the service itself', () => {
  const open: WebhookTargets = { allowHttp: true, allowNetworks: ['0.0.0.0/0', '::/0'] };
  const own = ['http://127.0.0.1:4173', 'http://127.0.0.1:4174'];
  const interfaces = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const addresses = interfaces.map(({ address, family }) =>
    family === 'IPv6' ? `[${address}]` : address,
  );

  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '127.9.9.9',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'LOCALHOST.',
    'api.localhost',
    ...addresses,
  ])('%s with its port is no target, whatever is allowed', (host) => {
    const paths = ['/', '/p/webhook', '/x/webhooks/endpoints/ep_1/secret', '/x/webhooks/inspector'];
    for (const targets of [open, none]) {
      for (const path of paths) {
        expect(judgedText(`http://${host}:4173${path}`, targets, own)).toBe('own-service');
        expect(judgedText(`https://${host}:4174${path}`, targets, own)).toBe('own-service');
      }
    }
    // Another port is another program's.
    expect(judgedText(`http://${host}:4175/`, open, own)).toContain(':4175/');
  });

  test('its port on another machine is a target, and so is another port on this one', () => {
    expect(judgedText('http://203.0.113.7:4173/', open, own)).toBe('http://203.0.113.7:4173/');
    expect(judgedText('http://hooks.example.com:4173/', open, own)).toContain('hooks.example.com');
    expect(judgedText('http://127.0.0.1/', open, own)).toBe('http://127.0.0.1/');
    expect(judgedText('http://localhost/x', open, ['http://127.0.0.1:80'])).toBe('own-service');
  });

  test.each([
    'http://127.0.0.1:4173/x/webhooks/inspector/try',
    'http://127.0.0.1:4174/x/webhooks/inspector/try?key=a',
    'http://127.0.0.1:4173/x/webhooks/inspector/a%2Fb%3Fc%23d%20e%252F',
    'http://127.0.0.1:4173/x/webhooks/inspector/..a',
    'http://127.0.0.1:4173/x/webhooks/inspector/%E6%97%A5',
  ])('its inspector is one, with no network allowed: %s', (url) => {
    expect(judgedText(url, none, own)).toBe(url);
  });

  test.each([
    'http://127.0.0.1:4173/x/webhooks/inspector/',
    'http://127.0.0.1:4173/x/webhooks/inspector/a/b',
    'http://127.0.0.1:4173/x/webhooks/inspector/../endpoints/ep_1/secret',
    'http://127.0.0.1:4173/x/webhooks/inspector/%2e%2e/endpoints/ep_1/secret',
    'http://127.0.0.1:4173/x/webhooks/inspector/..\\endpoints',
    'http://127.0.0.1:4173/x/webhooks/inspector/..%2fendpoints%2fep_1%2fsecret',
    'http://127.0.0.1:4173/x/webhooks/inspector/..%5cendpoints',
    'http://127.0.0.1:4173/x/webhooks/inspector/a%2F..%2F..%2Fendpoints',
    'http://127.0.0.1:4173/x/webhooks/inspector/%2e%2e%2fendpoints',
    'http://127.0.0.1:4173/x/webhooks/inspector/%ff',
    'http://127.0.0.1:4173/x/webhooks/inspectors/a',
    'http://localhost:4173/x/webhooks/inspector/a',
    'https://127.0.0.1:4173/x/webhooks/inspector/a',
  ])('what only looks like its inspector is the service itself: %s', (url) => {
    expect(judgedText(url, open, own)).toBe('own-service');
  });
});

test('the service reaches itself, whatever it listens at', async () => {
  expect(await ownAddresses('127.0.0.1')).toEqual(['127.0.0.1']);
  expect(await ownAddresses('::1')).toEqual(['::1']);
  expect(await ownAddresses('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(await ownAddresses('0.0.0.0')).toEqual(['127.0.0.1']);
  expect(await ownAddresses('::')).toEqual(['::1', '127.0.0.1']);
});
