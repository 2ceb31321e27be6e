import { expect, test } from 'vitest';
import { readNetworks } from '#gateway/config/readers.ts';
import type { WebhookTargets } from '#service/portfolio/dependencies.ts';
import { Problem } from '#platform/http/problem.ts';
import { checkTarget } from '#service/webhooks/guard/target.ts';

const strict: WebhookTargets = { allowHttp: false, allowNetworks: [] };
const own = 'http://127.0.0.1:4173';

/** Why a URL is refused; the URL where it is not. */
function detailOf(url: string, targets: WebhookTargets): string {
  try {
    return checkTarget(url, targets, [own]);
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

test.each([
  ['http://example.com/', 'http needs WEBHOOKS_ALLOW_HTTP=1'],
  [
    'http://127.0.0.1:9000/',
    'http needs WEBHOOKS_ALLOW_HTTP=1, 127.0.0.1 needs WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8',
  ],
  ['https://localhost/', 'localhost needs WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8'],
  ['https://172.20.1.1/', '172.20.1.1 needs WEBHOOKS_ALLOW_NETWORKS=172.16.0.0/12'],
  ['https://192.168.7.7/', '192.168.7.7 needs WEBHOOKS_ALLOW_NETWORKS=192.168.0.0/16'],
  ['https://[fd00::1]/', 'fd00::1 needs WEBHOOKS_ALLOW_NETWORKS=fc00::/7'],
  ['https://[::1]/', '::1 needs WEBHOOKS_ALLOW_NETWORKS=::1'],
  // No whole network of cloud metadata or of link-local addresses.
  ['https://169.254.169.254/', '169.254.169.254 needs WEBHOOKS_ALLOW_NETWORKS=169.254.169.254'],
])('a refusal of %s names the settings that allow it, and the inspector', (url, ways) => {
  expect(detailOf(url, strict)).toContain(
    ` To allow it: ${ways}; or use the built-in inspector, ${own}/x/webhooks/inspector/demo.`,
  );
  // The settings are right: with them it is allowed.
  const allowed = /NETWORKS=(.+)/.exec(ways)?.[1];
  const networks = allowed === undefined ? [] : (readNetworks(allowed) ?? []);
  expect(detailOf(url, { allowHttp: true, allowNetworks: networks })).toBe(url);
});

test('networks that are allowed already stay in the setting', () => {
  const given = { ...strict, allowNetworks: ['10.0.0.0/8'] };
  expect(detailOf('https://127.0.0.1/', given)).toContain(
    'WEBHOOKS_ALLOW_NETWORKS=10.0.0.0/8,127.0.0.0/8',
  );
});
