import { expect, test } from 'vitest';
import { createScrub } from '#upstream/source/scrub.ts';

const secret = 'hünter/2+2?"x"';
const encoded = Buffer.from(secret).toString('base64');
const scrub = createScrub(
  {
    authorization: `Bearer ${secret}`,
    'x-basic-auth': `Basic ${Buffer.from('ada:pass word').toString('base64')}`,
    cookie: 'a=b; sid=0123456789',
    'x-tenant': 'acme-europe',
    'x-version': '1',
  },
  'https://portfolio.example/s3cret/api',
);

test.each([
  [`Bearer ${secret}`, '…'],
  [`no key ${secret} here`, 'no key … here'],
  [encodeURIComponent(secret), '…'],
  [encodeURIComponent(secret).toLowerCase().replaceAll('%c3%bc', '%c3%bc'), '…'],
  [JSON.stringify({ secret }), '{"secret":"…"}'],
  [JSON.stringify({ secret }).replaceAll('/', String.raw`\/`), '{"secret":"…"}'],
  [JSON.stringify(JSON.stringify({ secret })), String.raw`"{\"secret\":\"…\"}"`],
  [encoded, '…'],
  [Buffer.from(secret).toString('base64url'), '…'],
  [Buffer.from(secret).toString('hex'), '…'],
  ['ada:pass word', '…'],
  ['pass+word', '…'],
  ['sid 0123456789', 'sid …'],
  ['acme-europe', '…'],
  ['version 1', 'version 1'],
  ['Cannot GET /s3cret/api/p/users', 'Cannot GET /p/users'],
])('words show nothing of what was set: %s', (text, shown) => {
  expect(scrub.words(text)).toBe(shown);
});

test('data loses credentials alone', () => {
  expect(scrub.data(JSON.stringify([secret, 'acme-europe', '/s3cret/api/p', 1]))).toBe(
    '["…","acme-europe","/s3cret/api/p",1]',
  );
});
