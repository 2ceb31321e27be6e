import { expect, test } from 'vitest';
import { createSimulatedMarket } from '#service/prices/simulated.ts';
import { createTestService, testNow } from '#test/support/service.ts';
import { bookCalls } from './bookCalls.ts';

test('the panels of a page share the sums of a book, and another filter has its own', async () => {
  const market = createSimulatedMarket({ seed: 1, clock: () => testNow, tickSeconds: 10 });
  let surveys = 0;
  const service = await createTestService({
    sampleUsers: 20,
    market: {
      ...market,
      finestStep(tokens, from, to) {
        surveys += 1;
        return market.finestStep(tokens, from, to);
      },
    },
  });
  try {
    const book = bookCalls(() => service);
    await book.flows('all');
    const first = surveys;
    expect(first).toBeGreaterThan(0);
    await book.contribution('all', 'user');
    await book.contribution('all', 'token');
    await book.contribution('all', 'thematic');
    await book.performance('all');
    expect(surveys).toBe(first);
    await book.contribution('all', 'user', { total: ['1..'] });
    expect(surveys).toBeGreaterThan(first);
  } finally {
    await service.close();
  }
});
