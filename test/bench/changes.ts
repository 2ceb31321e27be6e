import { setTimeout as wait } from 'node:timers/promises';
import { createUser, updateUser } from '#contract/operations/users.ts';
import { callAsCommand } from '#gateway/audit/callAsCommand.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { createTestService } from '#test/support/service.ts';
import { onEachEngine, type Open } from './engines.ts';
import { median, timed, type Tell } from './measure.ts';
import { sized } from './size.ts';

const writers = 16;
const seconds = sized(6, 0.2);
const warmUpSeconds = sized(2, 0.1);
const ids = Array.from({ length: writers }, (_, index) => `writer-${index}`);

/** Longer than the pool keeps connections it does not need. */
const quietMs = sized(11_000, 100);
const quietTurns = sized(5, 1);

/**
 * Measures the changes per second of 16 writers, each with its own user, with events and audit entries, and how long one change
 * takes after some quiet. On both engines.
 */
export async function benchChanges(tell: Tell): Promise<void> {
  await onEachEngine(tell, async (open, on) => {
    on(await withService(open, changesPerSecond));
    on(await withService(open, afterQuiet));
  });
}

type Change = (customId: string, content: number) => Promise<void>;

async function withService(open: Open, work: (change: Change) => Promise<string>): Promise<string> {
  const service = await createTestService({ database: await open() });
  const engine = createWebhookEngine(service.dependencies);
  await engine.start();
  const { database, log } = service.dependencies;
  const { request, stop } = callAsCommand(service.service, { database, clock: Date.now, log });
  const send = async (method: string, path: string, body: object) => {
    const response = await request(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status >= 400) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  try {
    for (const customId of ids) await send('PUT', createUser.path, { customId });
    return await work((customId, content) =>
      send(updateUser.method, pathTo(updateUser, customId), {
        json: JSON.stringify({ change: content }),
      }),
    );
  } finally {
    await stop();
    await engine.stop();
    await service.close();
  }
}

async function changesPerSecond(change: Change): Promise<string> {
  const changesFor = async (duration: number) => {
    const end = performance.now() + duration * 1000;
    let count = 0;
    const write = async (id: string) => {
      for (; performance.now() < end; count += 1) await change(id, count);
    };
    await Promise.all(ids.map(write));
    return Math.round(count / duration);
  };
  await changesFor(warmUpSeconds);
  return `${writers} writers: ${await changesFor(seconds)} changes/s`;
}

async function afterQuiet(change: Change): Promise<string> {
  const [id = ''] = ids;
  const busy: number[] = [];
  const quiet: number[] = [];
  for (let turn = 0; turn < quietTurns; turn += 1) {
    await wait(quietMs);
    quiet.push(await timed(() => change(id, 2 * turn)));
    busy.push(await timed(() => change(id, 2 * turn + 1)));
  }
  const after = `after ${quietMs / 1000} s of quiet`;
  return `one change ${after}: ${median(quiet).toFixed(1)} ms, the next: ${median(busy).toFixed(1)} ms`;
}
