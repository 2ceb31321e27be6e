import * as fc from 'fast-check';
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

const numeric = (text: string, spell: (code: number) => string) =>
  text.replaceAll(/./g, (sign) => spell(sign.charCodeAt(0)));
const inJson = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
const inHtml = secret.replaceAll('"', '&quot;').replaceAll('/', '&#x2F;');

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
  [secret.toUpperCase(), '…'],
  [encoded.toLowerCase(), '…'],
  [Buffer.from(secret).toString('hex').toUpperCase(), '…'],
  [`<p title="${inHtml}">${inHtml}</p>`, '<p title="…">…</p>'],
  [numeric(secret, (code) => `&#${code};`), '…'],
  [numeric(secret, (code) => `&#x${code.toString(16)};`), '…'],
  [numeric(secret, (code) => `&#x00${code.toString(16).toUpperCase()};`), '…'],
  [numeric(secret, (code) => `%${code.toString(16)}`).replace('%fc', '%c3%bc'), '…'],
  [encodeURIComponent(encodeURIComponent(secret)), '…'],
  [JSON.stringify({ html: inHtml }).replaceAll('&', String.raw`\u0026`), '{"html":"…"}'],
  [`"${numeric(secret, inJson)}"`, '"…"'],
  [`"${numeric(secret, inJson).replaceAll('\\', '\\\\')}"`, '"…"'],
  ['%PASS%20WORD', '%…'],
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
  [
    'GET &#x2F;x&#x2F;upstream&#x2F;hook&#x2F;Ab-_9 ',
    'GET &#x2F;x&#x2F;upstream&#x2F;hook&#x2F;… ',
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

test('parsed JSON holds no credential in a name, a text or a number, and nothing else is changed', () => {
  const numbered = createScrub({ 'x-api-key': '12345678' }, 'https://portfolio.example');
  const escaped = numeric('12345678', inJson);
  const text = `{"a${escaped}":[1,{"__proto__":"${escaped}","n":12345678}],"total":123456789.5,"none":null}`;
  expect(JSON.stringify(numbered.parse(text))).toBe(
    '{"a…":[1,{"__proto__":"…","n":"…"}],"total":123456789.5,"none":null}',
  );
  const plain = '{"__proto__":{"a":1},"b":[true,"x"]}';
  expect(JSON.stringify(numbered.parse(plain))).toBe(plain);
  expect(() => numbered.parse('{"a":')).toThrow(SyntaxError);
});

test('a secret is found wherever it is in a text, whatever is around it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat({ max: 4 }), (before, after, rounds) => {
      let written = secret;
      for (let sync = 0; sync < rounds; sync += 1) written = JSON.stringify(written).slice(1, -1);
      expect(scrub.data(`${before} ${written} ${after}`)).not.toContain(written);
      expect(scrub.data(`${before}${after}`)).toBe(`${before}${after}`);
    }),
  );
});

test('a long text without credentials is as it was, at once', () => {
  const rows = JSON.stringify(Array.from({ length: 50_000 }, (_, at) => ({ id: `u"${at}`, at })));
  expect(scrub.data(rows)).toBe(rows);
});
