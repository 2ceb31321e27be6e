import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { DeliveryWithAttempts } from '#contract/delivery.ts';
import { curlOf } from '#dashboard/webhooks/delivery/DeliveryPane.tsx';
import { timingParts } from '#dashboard/webhooks/delivery/AttemptParts.tsx';
import { pastedHeaders } from '#dashboard/webhooks/tools/VerifyDialog.tsx';

const wanted = { 'webhook-id': 'msg_1', 'webhook-signature': 'v1,a=b: c' };

test.each([
  ['lines', 'Webhook-Id: msg_1\nwebhook-signature:v1,a=b: c\n'],
  ['curl -v', '> Webhook-Id: msg_1\r\n> webhook-signature: v1,a=b: c\r\n>\r\n'],
  [
    'options of curl',
    '  -H \'Webhook-Id: msg_1\' \\\n  --header "webhook-signature: v1,a=b: c" \\',
  ],
  ['JSON', '{"Webhook-Id":"msg_1","webhook-signature":"v1,a=b: c"}'],
  ['lines of JSON', '"Webhook-Id": "msg_1",\n"webhook-signature": "v1,a=b: c"'],
])('reads headers pasted as %s', (_, text) => {
  expect(pastedHeaders(text)).toEqual(wanted);
});

test('ignores text that is not a header', () => {
  for (const text of ['', 'POST /hook HTTP/1.1', '[1]', 'null']) {
    expect(pastedHeaders(text)).toEqual({});
  }
});

test('the curl command is one shell command, whatever the body contains', () => {
  const body = `{"a":"it's $HOME \`id\` \\"日本\\""}`;
  const delivery = {
    url: "https://a.example/x?y='z'&$(id)",
    body,
    history: [{ request: { 'webhook-id': "m'1" } }],
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command uses only these fields
  const command = curlOf(delivery as unknown as DeliveryWithAttempts);
  const words = execFileSync('sh', ['-c', command.replace('curl', String.raw`printf '%s\0'`)]);
  expect(words.toString().split('\0').slice(0, -1)).toEqual([
    '-X',
    'POST',
    delivery.url,
    '-H',
    "webhook-id: m'1",
    '--data-raw',
    body,
  ]);
});

test('the parts of an attempt follow each other, without those it did not reach', () => {
  expect(timingParts({ dns: 9, connect: 41, tls: 118, firstByte: 1870, total: 1874 })).toEqual([
    { name: 'DNS', from: 0, took: 9 },
    { name: 'Connect', from: 9, took: 32 },
    { name: 'TLS', from: 41, took: 77 },
    { name: 'First byte', from: 118, took: 1752 },
    { name: 'Read', from: 1870, took: 4 },
  ]);
  expect(timingParts({ dns: 9, connect: null, tls: null, firstByte: null, total: 5009 })).toEqual([
    { name: 'DNS', from: 0, took: 9 },
    { name: 'Waited', from: 9, took: 5000 },
  ]);
});
