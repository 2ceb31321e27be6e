import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from '#platform/database/turns.ts';

test('one after the other in arrival order, with priority ones before all that wait', async () => {
  const turns = createTurns();
  const order: string[] = [];
  let under = 0;
  const work = (name: string) => async () => {
    under += 1;
    expect(under).toBe(1);
    await wait(1);
    order.push(name);
    under -= 1;
    return name;
  };
  const all = [
    turns.take(work('first'), false),
    turns.take(work('second'), false),
    turns.take(work('third'), false),
    turns.take(work('ahead'), true),
  ];
  expect(await Promise.all(all)).toEqual(['first', 'second', 'third', 'ahead']);
  expect(order).toEqual(['first', 'ahead', 'second', 'third']);
  expect(await turns.take(work('later'), false)).toBe('later');
});

test('two with constant priority do not block the others', async () => {
  const turns = createTurns();
  const isOver = new AbortController();
  const again = async () => {
    while (!isOver.signal.aborted) await turns.take(() => wait(1), true);
  };
  const loops = [again(), again()];
  const got = [
    await turns.take(() => Promise.resolve('a turn'), false),
    await turns.take(() => Promise.resolve('another'), false),
  ];
  isOver.abort();
  await Promise.all(loops);
  expect(got).toEqual(['a turn', 'another']);
});

test('a failed turn passes on', async () => {
  const turns = createTurns();
  const failed = turns.take(() => Promise.reject(new Error('no')), false);
  const next = turns.take(() => Promise.resolve('next'), false);
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});

test('what need not be alone passes the turn on once it has begun', async () => {
  const turns = createTurns();
  const order: string[] = [];
  const { promise: answered, resolve: answer } = Promise.withResolvers<string>();
  const joined = turns.join(async () => {
    order.push('sent');
    return { done: answered };
  }, false);
  const alone = turns.take(async () => order.push('alone'), false);
  await alone;
  expect(order).toEqual(['sent', 'alone']);
  answer('answered');
  expect(await joined).toBe('answered');
  await expect(turns.join(() => Promise.reject(new Error('no')), false)).rejects.toThrow('no');
  expect(await turns.take(() => Promise.resolve('next'), false)).toBe('next');
});
