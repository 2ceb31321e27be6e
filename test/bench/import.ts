import { pathOf } from '#contract/operation.ts';
import { importUsers } from '#contract/operations/userImports.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { thematicList } from '#contract/thematic.ts';
import { usersCsv } from '#test/support/usersCsv.ts';
import { createTestService, type TestService } from '#test/support/service.ts';
import { onEachEngine, type Open } from './engines.ts';
import type { Tell } from './measure.ts';

const count = Number(process.env['BENCH_USERS'] ?? 10_000);
const shown = (value: number) => value.toLocaleString('en-GB');

/** An import of 10,000 users with two positions each, one row in a hundred of them faulty: dry run, import, and the same again. */
export function benchImport(tell: Tell): Promise<void> {
  return onEachEngine(tell, measureOn);
}

async function measureOn(open: Open, tell: Tell): Promise<void> {
  const service = await createTestService({ database: await open() });
  try {
    const [thematic] = thematicList.parse(
      await (await service.call('GET', getThematics.path)).json(),
    );
    const csv = usersCsv(
      count,
      {
        thematic: thematic?._id ?? '',
        tokens: (thematic?.tokens ?? []).map(({ token }) => token._id),
      },
      { hasFaults: true },
    );
    tell(
      `${shown(count)} users in ${shown(csv.split('\n').length - 2)} rows, ${(csv.length / 2 ** 20).toFixed(1)} MiB`,
    );
    tell(`dry run  ${await timed(service, csv, { dryRun: '1' })}`);
    tell(`import   ${await timed(service, csv, {})}`);
    tell(`again    ${await timed(service, csv, {})}`);
  } finally {
    await service.close();
  }
}

async function timed(
  { service }: TestService,
  csv: string,
  query: { readonly dryRun?: '1' },
): Promise<string> {
  const since = performance.now();
  const answer = await service.request(`http://127.0.0.1:4173${pathOf(importUsers, { query })}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: csv,
  });
  const lines = (await answer.text()).trimEnd().split('\n');
  const took = performance.now() - since;
  return `${(took / 1000).toFixed(1).padStart(6)} s  ${lines.at(-1)}`;
}
