import { afterEach, expect, test } from 'vitest';
import { createDeniedAttempts } from '#gateway/audit/deniedAttempts.ts';
import { plainEntry, type NewEntry } from '#gateway/audit/trail.ts';

const minute = 60_000;
const entryOf = (address: string, more: Partial<NewEntry> = {}): NewEntry => ({
  ...plainEntry,
  via: 'nobody',
  actorName: 'nobody',
  result: 'refused',
  code: 'unauthenticated',
  address,
  operation: 'getUsers',
  ...more,
});

let stop = async () => {};
afterEach(() => stop());

function noting() {
  const clock = { now: 0 };
  const written: string[] = [];
  const denied = createDeniedAttempts(
    {
      async append({ address, actorName, operation, count }) {
        written.push(`${actorName} ${address} ${operation} ×${count}`);
      },
    },
    () => clock.now,
  );
  stop = () => denied.stop();
  return { clock, written, denied };
}

test('a flood from one address is one immediate entry, and one with its count after a minute', async () => {
  const { clock, written, denied } = noting();
  for (let at = 0; at < 1000; at += 1) await denied.note(entryOf('10.0.0.7'));
  expect(written).toEqual(['nobody 10.0.0.7 getUsers ×1']);
  clock.now = minute;
  await denied.note(entryOf('10.0.0.7'));
  expect(written.slice(1)).toEqual(['nobody 10.0.0.7 getUsers ×999']);
  await denied.stop();
  expect(written.slice(2)).toEqual(['nobody 10.0.0.7 getUsers ×1']);
});

test('a flood that lasts a day is about thirty entries', async () => {
  const { clock, written, denied } = noting();
  for (; clock.now < 24 * 60 * minute; clock.now += 10_000) await denied.note(entryOf('10.0.0.7'));
  await denied.stop();
  expect(written.length).toBeGreaterThan(24);
  expect(written.length).toBeLessThan(36);
  const counted = written.map((line) => Number(line.split('×')[1])).reduce((a, b) => a + b);
  expect(counted).toBe(24 * 60 * 6);
});

test('addresses after the first ten share one count, and hide no signed-in caller', async () => {
  const { written, denied } = noting();
  for (let at = 0; at < 5000; at += 1) await denied.note(entryOf(`2001:db8::${at}`));
  expect(written).toHaveLength(11);
  expect(written.at(-1)).toBe('nobody null null ×1');
  const ada = {
    actorName: 'Ada',
    actorId: 'key_1',
    actorRole: 'analyst',
    code: 'forbidden',
  } as const;
  await denied.note(entryOf('10.0.0.1', { ...ada, operation: 'updateUser' }));
  await denied.note(entryOf('10.0.0.1', { ...ada, operation: 'createKey' }));
  await denied.note(entryOf('10.0.0.1', { ...ada, operation: 'createKey' }));
  expect(written.slice(11)).toEqual(['Ada 10.0.0.1 updateUser ×1', 'Ada 10.0.0.1 createKey ×1']);
  await denied.stop();
  expect(written.slice(13).toSorted()).toEqual([
    'Ada 10.0.0.1 createKey ×1',
    'nobody null null ×4989',
  ]);
});
