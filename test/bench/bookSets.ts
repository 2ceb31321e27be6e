import { day } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookSummary } from '#contract/operations/book.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { getNearestUsers, getOutliers, getPeers } from '#contract/operations/peers.ts';
import { createSelection } from '#contract/operations/selections.ts';
import { getBookShock } from '#contract/operations/shock.ts';
import { selection } from '#contract/selections.ts';
import { answerOf } from '#test/support/calls.ts';
import { directoryPage } from '#test/support/embedded.ts';
import type { TestService } from '#test/support/service.ts';
import type { Tell } from './measure.ts';
import { sized } from './size.ts';
import { measured, slicesText, watchSlices } from './slices.ts';

const replay = { from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z' };
const selectedCount = sized(10_000, 10);

const grouped = (...groupBy: ('thematic' | 'attribute.country')[]) => ({ groupBy });

/** Measures groups, selections, peers, shocks and the columns by daily steps. */
export async function measureSets(service: TestService, tell: Tell): Promise<void> {
  const { largest, within } = await facts(service);
  const selected = await saveSelection(service, tell, selectedCount);
  await saveSelection(service, tell, Number.POSITIVE_INFINITY);
  const id = largest;
  const peersOf = (by: string) =>
    pathOf(getPeers, { params: { id, historyType: 'month' }, query: { by } });
  const byTwo = grouped('attribute.country', 'thematic');
  for (const [what, path] of [
    ['groups by country', pathOf(getDirectory, { query: grouped('attribute.country') })],
    ['groups by thematic', pathOf(getDirectory, { query: grouped('thematic') })],
    ['second level', pathOf(getDirectory, { query: { ...byTwo, within } })],
    [
      'sums of a selection, month',
      pathOf(getBookSummary, {
        params: { historyType: 'month' },
        query: { selection: selected },
      }),
    ],
    ['peers by country, month', peersOf('attribute.country')],
    ['peers by thematic, month', peersOf('thematic')],
    ['nearest users', pathOf(getNearestUsers, { params: { id } })],
    ['outliers', pathOf(getOutliers, { params: { id: 'open-lending' } })],
    ['shock of a token', pathOf(getBookShock, { query: { token: ['KORV:0.3'] } })],
    ['shock of a thematic', pathOf(getBookShock, { query: { thematic: ['open-lending:0.3'] } })],
    ['replay of a month', pathOf(getBookShock, { query: replay })],
  ] as const) {
    tell(`  ${what}: ${await measured(service, path)}`);
  }
  tell(`  columns by daily steps: ${await dailyColumns(service)}`);
}

async function facts(service: TestService) {
  const path = pathOf(getDirectory, { query: { limit: 1 } });
  const { rows, facets } = await answerOf(service.call('GET', path), directoryPage);
  const [value] = facets.find(({ name }) => name === 'country')?.values ?? [];
  return { largest: rows[0]?.customId ?? '', within: value?.value ?? 'CH' };
}

/** Saves the users of the list as a selection, and returns its id. */
async function saveSelection(service: TestService, tell: Tell, most: number): Promise<string> {
  const path = pathOf(getDirectory, { query: { format: 'csv', columns: ['customId'] } });
  const csv = await (await service.call('GET', path)).text();
  const ids = csv
    .trim()
    .split('\r\n')
    .slice(1, 1 + most);
  const watch = watchSlices();
  const at = performance.now();
  const saved = await answerOf(service.call('POST', createSelection.path, { ids }), selection);
  const took = performance.now() - at;
  tell(
    `  selection of ${saved.count.toLocaleString('en-GB')} saved: ${took.toFixed(0)} ms; longest slice ${slicesText([watch()])}`,
  );
  return saved.id;
}

/** They are computed again when a day has passed. */
async function dailyColumns(service: TestService): Promise<string> {
  const path = pathOf(getDirectory, { query: { limit: 1, sort: '-volatility' } });
  const read = async () => {
    for (;;) {
      const response = await service.call('GET', path);
      if (response.status === 200) return answerOf(Promise.resolve(response), directoryPage);
    }
  };
  const { dailyAsOf: before } = await read();
  service.clock.now += day;
  const watch = watchSlices();
  const at = performance.now();
  while ((await read()).dailyAsOf === before);
  const took = (performance.now() - at) / 1000;
  const slices = slicesText([watch()]);
  const sortWatch = watchSlices();
  await read();
  return `${took.toFixed(1)} s in the background; longest slice ${slices}, sorted ${slicesText([sortWatch()])}`;
}
