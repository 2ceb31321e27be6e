import { expect, test } from 'vitest';
import { facts } from '#platform/database/schema/store.ts';
import { createLists } from '#service/portfolio/lists.ts';
import { onEachEngine } from '../../support/engines.ts';
import { exampleEvent } from '#service/events/message.ts';
import { createTestEvents } from '../../support/testEvents.ts';

const text = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

/** Pages that are made when a reader has taken those before, and how often a list of them was begun. */
function source(pages: readonly (readonly unknown[])[]) {
  const state = { begun: 0, made: 0, isStopped: false };
  const make = async function* () {
    state.begun += 1;
    try {
      for (const page of pages) {
        state.made += 1;
        yield page;
      }
    } finally {
      state.isStopped = true;
    }
  };
  return { state, make };
}

async function* failing(afterPages: number): AsyncGenerator<unknown[]> {
  for (let page = 0; page < afterPages; page += 1) yield [page];
  throw new Error('no');
}

const many = Array.from({ length: 50 }, (_, page) => [page, `page ${page}`]);
const whole = JSON.stringify(many.flat());

onEachEngine((service) => {
  test('a caller who arrives while a list is made reads it from its start, at their own pace', async () => {
    const lists = createLists(service().dependencies);
    const { state, make } = source(many);
    const first = (await lists.open(make)).getReader();
    for (let n = 0; n < 10; n += 1) await first.read();
    const others = await Promise.all([1, 2, 3].map(() => lists.open(make)));
    expect(await Promise.all(others.map(text))).toEqual([whole, whole, whole]);
    let rest = '';
    for (let part = await first.read(); !part.done; part = await first.read()) {
      rest += Buffer.from(part.value).toString();
    }
    expect(whole.endsWith(rest)).toBe(true);
    expect(state).toEqual({ begun: 1, made: many.length, isStopped: true });
  });

  test('a change in between begins another list, and so does another as of', async () => {
    const lists = createLists(service().dependencies);
    const { state, make } = source(many);
    const open = async () => (await lists.open(make)).getReader();
    const first = await open();
    await service().call('PUT', '/p/users', { customId: 'new' });
    const second = await open();
    expect(state.begun).toBe(2);
    service().clock.now += 10_000;
    const third = await open();
    expect(state.begun).toBe(3);
    for (const reader of [first, second, third]) await reader.cancel();
  });

  test('a list that was read to its end is given again until anything changes, if it is short', async () => {
    const lists = createLists(service().dependencies);
    const { state, make } = source(many);
    const read = async () => text(await lists.open(make));
    expect([await read(), await read(), await read()]).toEqual([whole, whole, whole]);
    expect(state.begun).toBe(1);
    // Who leaves it in the middle leaves it to others.
    const reader = (await lists.open(make)).getReader();
    await reader.read();
    await reader.cancel();
    expect(await read()).toBe(whole);
    expect(state.begun).toBe(1);
    await service().call('PUT', '/p/users', { customId: 'new' });
    expect(await read()).toBe(whole);
    expect(state.begun).toBe(2);
    service().clock.now += 10_000;
    expect(await read()).toBe(whole);
    expect(state.begun).toBe(3);

    const others = createLists(service().dependencies);
    const long = source(Array.from({ length: 5 }, () => ['x'.repeat(2 ** 20)]));
    for (let n = 1; n <= 2; n += 1) {
      await text(await others.open(long.make));
      expect(long.state.begun).toBe(n);
    }
  });

  test('what changes no user begins no other list; a change whose event is throttled does', async () => {
    const { database } = service();
    const lists = createLists(service().dependencies);
    const { state, make } = source(many);
    const open = async () => (await lists.open(make)).getReader();
    const first = await open();
    await database.background.transaction((tx) =>
      tx.insert(facts).values({ name: 'health', value: 'now' }),
    );
    const second = await open();
    expect(state.begun).toBe(1);
    const log = createTestEvents({ minIntervalMs: 60_000, database });
    const event = exampleEvent('user.updated', 'ada');
    await database.transaction((tx) => log.publish(tx, 1, [event]));
    const third = await open();
    expect(state.begun).toBe(2);
    await database.transaction((tx) => log.publish(tx, 2, [event]));
    const fourth = await open();
    expect(state.begun).toBe(3);
    for (const reader of [first, second, third, fourth]) await reader.cancel();
  });

  test('a reader who leaves does not stop the others, and the last one stops the work', async () => {
    const lists = createLists(service().dependencies);
    const { state, make } = source(many);
    const first = (await lists.open(make)).getReader();
    const second = (await lists.open(make)).getReader();
    await first.read();
    await second.read();
    await first.cancel();
    expect(state.isStopped).toBe(false);
    await second.read();
    await second.cancel();
    expect(state).toMatchObject({ begun: 1, made: 2, isStopped: true });
    // What was left in the middle is nobody's list.
    expect(await text(await lists.open(make))).toBe(whole);
  });

  test('the maximum of lists is read at once, and waiting callers share the next one', async () => {
    const lists = createLists(service().dependencies, 4);
    const { state, make } = source(many);
    const readers = [];
    for (let n = 0; n < 4; n += 1) {
      readers.push((await lists.open(make)).getReader());
      await service().call('PUT', '/p/users', { customId: `user ${n}` });
    }
    expect(state.begun).toBe(4);
    const waiting = Promise.all([1, 2, 3].map(() => lists.open(make)));
    await service().call('GET', '/p/users/user%200');
    expect(state.begun).toBe(4);
    await readers[0]?.cancel();
    expect(await Promise.all((await waiting).map(text))).toEqual([whole, whole, whole]);
    expect(state.begun).toBe(5);
    for (const reader of readers) await reader.cancel();
  });

  test('a list that cannot be begun holds no place', async () => {
    const lists = createLists(service().dependencies);
    for (let n = 0; n < 6; n += 1) {
      await expect(lists.open(() => failing(0))).rejects.toThrow('no');
    }
    expect(await text(await lists.open(source(many).make))).toBe(whole);
  });

  test('a failure fails for all readers of the list', async () => {
    const lists = createLists(service().dependencies);
    const both = await Promise.all([1, 2].map(() => lists.open(() => failing(1))));
    for (const stream of both) await expect(text(stream)).rejects.toThrow('no');
  });

  test('lists all users created before the request, also with other readers', async () => {
    const { call } = service();
    const made: string[] = [];
    const lists = Array.from({ length: 12 }, async (_, n) => {
      const customId = `user ${n}`;
      await call('PUT', '/p/users', { customId });
      made.push(customId);
      const before = [...made];
      const response = await call('GET', '/p/users');
      expect(response.status).toBe(200);
      const listed = JSON.stringify(await response.json());
      for (const id of before) expect(listed).toContain(`"${id}"`);
    });
    await Promise.all(lists);
  });
});
