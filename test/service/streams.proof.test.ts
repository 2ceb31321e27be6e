import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { directoryPage } from '#contract/directory.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { getUser, getUsers } from '#contract/operations/users.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { user, userList } from '#test/support/embedded.ts';

/** A whole list in memory would be twice the growth that is allowed. `npm run bench -- fire` has 100,000 users. */
const count = 40_000;
const maxGrowth = 120 * 2 ** 20;
const program = fileURLToPath(new URL('../support/seededService.ts', import.meta.url));

const listening = z.object({ url: z.string(), seededIn: z.number() });
const use = z.object({ rss: z.number(), cpu: z.object({ user: z.number(), system: z.number() }) });
const summed = z.object({ sum: z.number(), logged: z.array(z.string()) });

const csvPath = '/x/directory?format=csv&columns=customId&columns=total';

/** Measured numbers, for whoever reads the run. */
const tell = (line: string) => console.log(`${count.toLocaleString('en')} users: ${line}`);

describe(`with ${count.toLocaleString('en')} users`, () => {
  let child: ChildProcess;
  let url = '';
  const said = async <Schema extends z.core.$ZodType>(schema: Schema) => {
    const over = new AbortController();
    const { signal } = over;
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error('The process ended');
    });
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    // Nobody listens any longer for what did not happen.
    ended.catch(() => {});
    over.abort();
    return z.parse(schema, message);
  };
  const ask = async <Schema extends z.core.$ZodType>(question: string, schema: Schema) => {
    child.send(question);
    return said(schema);
  };

  beforeAll(async () => {
    child = fork(program, [String(count)], { execArgv: [] });
    const { url: where, seededIn } = await said(listening);
    url = where;
    tell(`seeded in ${(seededIn / 1000).toFixed(1)} s`);
  }, 600_000);
  afterAll(async () => {
    const ended = once(child, 'exit');
    child.send('stop');
    await ended;
  });

  /** Reads an answer to its end, and how much the process that sends it grew meanwhile. */
  async function readWhole(path: string): Promise<{ text: string; growth: number }> {
    // Warm: the beginning of it was asked for before, until the directory was made.
    for (let status = 503; status === 503;) {
      const response = await fetch(url + path);
      status = response.status;
      await response.body?.cancel();
    }
    await sleep(200);
    const { rss: before } = await ask('use', use);
    const began = performance.now();
    const response = await fetch(url + path);
    const decoder = new TextDecoder();
    let text = '';
    let most = before;
    let asked = 0;
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length < asked) continue;
      asked = text.length + 1_000_000;
      most = Math.max(most, (await ask('use', use)).rss);
    }
    most = Math.max(most, (await ask('use', use)).rss);
    const seconds = (performance.now() - began) / 1000;
    const growth = most - before;
    tell(
      `GET ${path} sent ${(text.length / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s; ` +
        `the process grew by ${(growth / 2 ** 20).toFixed(0)} MiB, from ${(before / 2 ** 20).toFixed(0)}`,
    );
    return { text, growth };
  }

  /** CPU time of the process in the next second, in milliseconds. */
  async function workInASecond(): Promise<number> {
    const { cpu: before } = await ask('use', use);
    await sleep(1000);
    const { cpu: after } = await ask('use', use);
    return (after.user + after.system - before.user - before.system) / 1000;
  }

  test(
    'both lists are streamed, right to the last user, and the process stays small',
    { timeout: 300_000 },
    async () => {
      const list = await readWhole(getUsers.path);
      expect(list.growth).toBeLessThan(maxGrowth);
      const users = userList.parse(JSON.parse(list.text));
      expect(users).toHaveLength(count);
      expect(new Set(users.map(({ customId }) => customId)).size).toBe(count);
      const made = users.map(({ createdAt }) => createdAt);
      expect(users[0]?.customId).toBe('meridian-treasury');
      expect(made.every((at) => at >= (made[0] ?? ''))).toBe(true);

      for (let index = 0; index < count; index += 499) {
        const one = users[index];
        const response = await fetch(url + pathTo(getUser, one?.customId ?? ''));
        expect(user.parse(await response.json())).toEqual(one);
      }

      const rows = await readWhole(csvPath);
      expect(rows.growth).toBeLessThan(maxGrowth);
      const written: Record<string, string>[] = parse(rows.text, { columns: true });
      const totals = new Map(written.map((row) => [row['customId'], Number(row['total'])]));
      expect(totals.size).toBe(count);
      // Sums made in another order may differ in their last bits.
      const wrong = users.filter(({ customId, total }) => {
        const other = totals.get(customId) ?? Number.NaN;
        return !(Math.abs(total - other) <= Math.abs(total) * 1e-12);
      });
      expect(wrong).toEqual([]);

      const { sum, logged } = await ask('sum', summed);
      expect(users.reduce((whole, { total }) => whole + total, 0) / sum).toBeCloseTo(1, 9);
      expect(logged).toEqual([]);
    },
  );

  test('a reader that stops early stops the work', { timeout: 120_000 }, async () => {
    // At first, columns by daily steps are computed and users are stored in the background.
    await expect
      .poll(
        async () => {
          const page = await fetch(`${url}${getDirectory.path}?limit=1`);
          return directoryPage.parse(await page.json()).dailyAsOf;
        },
        { timeout: 30_000 },
      )
      .not.toBeNull();
    await expect.poll(workInASecond, { timeout: 30_000 }).toBeLessThan(100);
    for (const path of [getUsers.path, csvPath]) {
      const response = await fetch(url + path);
      const reader = response.body?.getReader();
      const first = await reader?.read();
      expect(first?.value?.byteLength).toBeGreaterThan(0);
      await reader?.cancel();
      await sleep(500);
      const busy = await workInASecond();
      tell(`${path} left after its beginning: ${busy.toFixed(0)} ms of work in the next second`);
      expect(busy).toBeLessThan(300);
    }
  });
});
