import { describe, expect, test } from 'vitest';
import {
  type Lookup,
  ownAddresses,
  RefusedError,
  vettedAddresses,
} from '#service/webhooks/guard/resolve.ts';

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
    ['192.0.2.7', 'documentation'],
    ['198.18.0.1', 'benchmarking'],
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
    ['[2001:db8::1]', 'documentation'],
    ['[3fff::1]', 'documentation'],
    ['[2620:4f:8000::1]', 'protocol'],
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
      /^127\.0\.0\.1 is this machine; .* \(rule loopback\)/,
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

test('the service reaches itself, whatever it listens at', async () => {
  expect(await ownAddresses('127.0.0.1')).toEqual(['127.0.0.1']);
  expect(await ownAddresses('::1')).toEqual(['::1']);
  expect(await ownAddresses('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(await ownAddresses('0.0.0.0')).toEqual(['127.0.0.1']);
  expect(await ownAddresses('::')).toEqual(['::1', '127.0.0.1']);
});
