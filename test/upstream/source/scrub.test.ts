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
  [String.raw`{"secret":"h\u00fcnter\/2\u002B2?\u0022x\""}`, '{"secret":"…"}'],
  [
    String.raw`"{\"key\":\"h\\u00FCnter\\/2\\u002b2?\\\"x\\u0022\"}"`,
    String.raw`"{\"key\":\"…\"}"`,
  ],
  [encoded, '…'],
  [Buffer.from(secret).toString('base64url'), '…'],
  [Buffer.from(secret).toString('hex'), '…'],
  ['ada:pass word', '…'],
  ['pass+word', '…'],
  ['sid 0123456789', 'sid …'],
  ['acme-europe', '…'],
  ['version 1', 'version 1'],
  [
    'https://we.example/x/upstream/hook/Ab-_9 is down',
    'https://we.example/x/upstream/hook/… is down',
  ],
  [String.raw`"\/x\/upstream\/hook\/Ab-_9"`, String.raw`"\/x\/upstream\/hook\/…"`],
  ['?url=we%2Fx%2Fupstream%2Fhook%2FAb9&', '?url=we%2Fx%2Fupstream%2Fhook%2F…&'],
  ['Cannot GET /s3cret/api', 'Cannot GET /'],
  ['No "/s3cret/api"?x=1', 'No "/"?x=1'],
  ['/s3cret/apis', '/s3cret/apis'],
  ['Cannot GET /s3cret/api/p/users', 'Cannot GET /p/users'],
])('words show nothing of what was set: %s', (text, shown) => {
  expect(scrub.words(text)).toBe(shown);
});

test('a short password in data may be a name, which it stays', () => {
  const credentials = Buffer.from('admin:admin').toString('base64');
  const short = createScrub({ authorization: `Basic ${credentials}` }, 'https://portfolio.example');
  expect(short.data(JSON.stringify(['administrator', 'admin', credentials, 'admin:admin']))).toBe(
    '["administrator","admin","…","…"]',
  );
});

test('data loses credentials alone', () => {
  expect(scrub.data(JSON.stringify([secret, 'acme-europe', '/s3cret/api/p', 1]))).toBe(
    '["…","acme-europe","/s3cret/api/p",1]',
  );
});
