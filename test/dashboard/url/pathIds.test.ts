import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { MalformedAddressError, pathIdsOf } from '#dashboard/url/pathIds.ts';
import { pagePatterns, urls } from '#dashboard/url/urls.ts';

test('a literal %2F and a slash in an id are different users', () => {
  expect(pathIdsOf(pagePatterns.user, '/users/x%252Fy')).toEqual({ customId: 'x%2Fy' });
  expect(pathIdsOf(pagePatterns.user, '/users/x%2Fy')).toEqual({ customId: 'x/y' });
});

test('ids of any characters round-trip through the address', () => {
  const id = string({ unit: 'grapheme', minLength: 1 }).filter(isAnId);
  assert(
    property(id, id, (customId, thematicId) => {
      const path = urls.wallet(customId, thematicId);
      expect(pathIdsOf(pagePatterns.wallet, path)).toEqual({ customId, thematicId });
      // The page reads the address as the browser normalizes it.
      const { pathname } = new URL(path, 'http://localhost');
      expect(pathIdsOf(pagePatterns.wallet, pathname)).toEqual({ customId, thematicId });
    }),
  );
});

test('rejects an invalid escape', () => {
  for (const broken of ['%', '%ZZ', '%E0%A4%A', '%C3%28']) {
    expect(() => pathIdsOf(pagePatterns.user, `/users/${broken}`)).toThrow(MalformedAddressError);
  }
});

/** No URL can contain a segment of only dots, or half a surrogate pair. */
function isAnId(text: string): boolean {
  return text.isWellFormed() && text !== '.' && text !== '..';
}
