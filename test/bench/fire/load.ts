import { describeLoad, runMixedLoad } from '#test/support/mixedLoad.ts';
import { NoPostgres } from '#test/support/postgres.ts';
import type { Tell } from '../measure.ts';
import { manyUsers, type Store, type Stores } from './stores.ts';
import { attackLine, startTarget } from './target.ts';
import { sized } from '../size.ts';

/** Nine times as long as in test/gateway/load.proof.test.ts, unless LOAD_SECONDS is set. */
const seconds = Number(process.env['LOAD_SECONDS'] ?? sized(180, 6));

export async function attackWithLoad(tell: Tell, stores: Stores): Promise<void> {
  await onEngine(tell, 'PGlite', await stores.embedded());
  try {
    await onEngine(tell, 'PostgreSQL', await stores.postgres());
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    tell(`mixed load on PostgreSQL: not tried, ${error.message}`);
  }
}

async function onEngine(tell: Tell, engine: string, store: Store): Promise<void> {
  const { url, pid, kill } = await startTarget(store);
  try {
    const load = {
      url,
      pid,
      seconds,
      readers: 6,
      writers: 4,
      liveStreams: 20,
      pauseMs: 50,
      listPauseMs: 1000,
    };
    const report = await runMixedLoad(load);
    const good = [...report.times.values()].reduce((sum, { length }) => sum + length, 0);
    const [first = '', ...others] = describeLoad(load, report);
    const name = `mixed load on ${engine}, ${manyUsers.toLocaleString('en')} users`;
    tell(attackLine(name, good + report.errors.length, good, first));
    for (const line of others) tell(`  ${line}`);
  } finally {
    await kill();
  }
}
