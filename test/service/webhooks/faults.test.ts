import { expect, test } from 'vitest';
import { faultOf } from '#service/webhooks/delivery/faults.ts';

test('a fault is one plain sentence, whatever a library says', () => {
  const long = '40ADD1EF707F0000:error:0A000152:SSL routines:ssl_f:bad:../deps/openssl/s.c:77:\n';
  const coded = (code: unknown) => Object.assign(new Error(long), { code });
  expect(
    [
      coded('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'),
      coded('HPE_INVALID_CONSTANT'),
      coded('EHOSTUNREACH'),
      coded('ESOMETHING'),
      coded(undefined),
      coded(`E\n${long}`),
      new TypeError(long),
      long,
    ].map(faultOf),
  ).toEqual([
    'The TLS handshake failed.',
    'The answer is not valid HTTP.',
    'The host cannot be reached.',
    'The attempt failed (ESOMETHING).',
    'The attempt failed (Error).',
    expect.stringMatching(/^The attempt failed \([\w.-]{1,100}\)\.$/),
    'The attempt failed (TypeError).',
    'The attempt failed (UNKNOWN).',
  ]);
});
