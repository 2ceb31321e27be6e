import { grouped } from '#contract/digits.ts';
import type { Database } from '#platform/database/database.ts';
import { catalogue } from '#service/prices/catalogue.ts';
import type { Market } from '#service/prices/market.ts';
import { isPrepared, prepare } from '#service/prepare.ts';
import { defaultSampleUsers, type Config } from '../config/settings.ts';

const progressEvery = 10_000;

export async function fillNew(
  database: Database,
  market: Market,
  { sampleUsers: configured }: Pick<Config, 'sampleUsers'>,
  { clock, print }: { readonly clock: () => number; readonly print: (line: string) => void },
): Promise<void> {
  if (await isPrepared(database)) return;
  const sampleUsers = configured ?? (database.isShared ? 0 : defaultSampleUsers);
  if (sampleUsers > 0) print(`Creating ${grouped(sampleUsers)} sample users`);
  await prepare({
    database,
    market,
    catalogue: market.kind === 'simulated' ? catalogue.thematics : [],
    sampleUsers,
    at: clock(),
    progress: (done) => {
      if (done % progressEvery === 0 && done < sampleUsers) print(`  ${grouped(done)} created`);
    },
  });
}
