import { answerFigures } from '#figures/figuresAnswer.ts';
import type { InForce } from '#figures/heldOver.ts';
import { createLevelBook } from '#figures/levels.ts';
import { performanceHistory } from '#figures/performance.ts';
import type { FiguresSource } from '#figures/source.ts';
import { valuesOf } from '#figures/valueHistory.ts';
import { createSimulatedMarket } from '#service/prices/simulated.ts';
import { createSwitchableMarket } from '#service/prices/switchable.ts';
import { median, timed, type Tell } from './measure.ts';
import { sized } from './size.ts';

const day = 86_400_000;
const asOf = Date.UTC(2026, 5, 17, 14, 23, 40);
const days = sized(5 * 365, 60);
const rounds = sized(60, 2);

/** Statements of ten tokens in even intervals, whose amounts change. */
function statements(tokens: readonly string[], interval: number): InForce[] {
  return Array.from({ length: Math.ceil(days / interval) }, (_, index) => ({
    at: asOf - (days - index * interval) * day,
    positions: tokens.map((token, place) => ({ token, amount: 10 + ((index + place) % 7) })),
  }));
}

function sourceWith(interval: number): FiguresSource {
  const market = createSwitchableMarket(
    createSimulatedMarket({ seed: 1, clock: () => asOf, tickSeconds: 10 }),
  );
  const tokens = market
    .tokens()
    .slice(0, 10)
    .map(({ _id }) => _id);
  const held = statements(tokens, interval);
  const wallets = [{ thematicId: 't', heldFrom: held[0]?.at ?? null, statements: held }];
  const weights = tokens.map((token) => ({ token, weight: 1 / tokens.length }));
  const thematic = { id: 't', name: 'T', definitions: [{ from: 0, tokens: weights }] };
  return {
    holdings: async () => wallets,
    definitions: {
      levels: createLevelBook(market),
      all: async () => [thematic],
      find: async () => thematic,
    },
    prices: market,
    asOf: () => asOf,
    tokens: async () => [],
    headers: () => ({}),
  };
}

const links = { history: null, positions: null, benchmark: null, figure: () => '' };
const set = { user: 'u', thematic: 't' };

/** Returns the median time in milliseconds, without the first third as a warm-up. */
async function medianOf(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work));
  return `${median(times.slice(Math.floor(rounds / 3))).toFixed(1)} ms`;
}

/**
 * Computes all figures of a wallet with a benchmark over five years of daily records, compared with its value and return alone,
 * which the page reads too.
 */
export async function benchFigures(tell: Tell): Promise<void> {
  const request = {
    period: { type: 'all' },
    benchmark: [{ id: 't', weight: 1 }],
    rf: 0.03,
    explain: undefined,
    isCsv: false,
  } as const;
  for (const [interval, often] of [
    [30, 'a month'],
    [1, 'a day'],
  ] as const) {
    const source = sourceWith(interval);
    const all = await medianOf(() => answerFigures(source, { wallets: set }, request, links));
    const alone = await medianOf(async () =>
      performanceHistory(await valuesOf(source, set, 'all')),
    );
    tell(`${days} days, 10 tokens, a statement ${often}: all figures ${all}, performance ${alone}`);
  }
}
