import { createUser, updateUser } from '#contract/operations/users.ts';
import { callAsCommand } from '#gateway/audit/callAsCommand.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { createTestService } from '#test/support/service.ts';
import { onEachEngine, type Open } from './engines.ts';
import type { Tell } from './measure.ts';
import { sized } from './size.ts';

const writers = 16;
const seconds = sized(6, 0.2);
const warmUpSeconds = sized(2, 0.1);

/** Measures the changes per second of 16 writers, each with its own user, with events and audit entries. On both engines. */
export async function benchChanges(tell: Tell): Promise<void> {
  await onEachEngine(tell, async (open, on) => on(await changesOn(open)));
}

async function changesOn(open: Open): Promise<string> {
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
  const ids = Array.from({ length: writers }, (_, index) => `writer-${index}`);
  for (const customId of ids) await send('PUT', createUser.path, { customId });
  const changesFor = async (duration: number) => {
    const end = performance.now() + duration * 1000;
    let count = 0;
    const write = async (id: string) => {
      for (; performance.now() < end; count += 1) {
        await send(updateUser.method, pathTo(updateUser, id), {
          json: JSON.stringify({ change: count }),
        });
      }
    };
    await Promise.all(ids.map(write));
    return Math.round(count / duration);
  };
  try {
    await changesFor(warmUpSeconds);
    return `${writers} writers: ${await changesFor(seconds)} changes/s`;
  } finally {
    await stop();
    await engine.stop();
    await service.close();
  }
}
