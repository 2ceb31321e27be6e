import { createMarketWriter, type MarketWriter } from '#service/imports/writer.ts';
import type { TestService } from '#test/support/service.ts';

/** Imports prices and thematics into a service in process. */
export function marketWriterOf({
  database,
  market,
  clock,
  dependencies: { events },
}: TestService): MarketWriter {
  return createMarketWriter({ database, market, clock: () => clock.now, events });
}
