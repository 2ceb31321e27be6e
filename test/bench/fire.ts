import { loadavg } from 'node:os';
import {
  attackWithFiles,
  attackWithIdleConnections,
  attackWithPipelining,
  attackWithSlowSockets,
} from './fire/connections.ts';
import { attackWithImports } from './fire/imports.ts';
import { attackWithKills } from './fire/kills.ts';
import { attackWithLists } from './fire/lists.ts';
import { attackWithLoad } from './fire/load.ts';
import { compareOthers } from './fire/others.ts';
import { attackWithStatements } from './fire/statements.ts';
import { createStores, type Stores } from './fire/stores.ts';
import type { Tell } from './measure.ts';
import { sized } from './size.ts';

/** Attacks on the running product that take too long for a test. */
const attacks: Record<string, (tell: Tell, stores: Stores) => Promise<void>> = {
  pipelining: attackWithPipelining,
  files: attackWithFiles,
  statements: attackWithStatements,
  imports: attackWithImports,
  sockets: attackWithSlowSockets,
  idle: attackWithIdleConnections,
  others: compareOthers,
  kills: attackWithKills,
  lists: attackWithLists,
  load: attackWithLoad,
};

export const attackNames: readonly string[] = Object.keys(attacks);

/** The smallest sizes of the others take minutes, and the proofs contain most of them. */
const defaultNames = sized(attackNames, ['files', 'kills']);

export async function benchFire(tell: Tell, names: readonly string[] = []): Promise<void> {
  const wanted = names.length > 0 ? names : defaultNames;
  const stores = createStores();
  try {
    for (const [name, attack] of Object.entries(attacks)) {
      if (!wanted.includes(name)) continue;
      const began = performance.now();
      await attack(tell, stores);
      const took = ((performance.now() - began) / 1000).toFixed(0);
      tell(`  ${name} took ${took} s; load of the machine ${loadavg()[0]?.toFixed(1)}`);
    }
  } finally {
    await stores.remove();
  }
}
