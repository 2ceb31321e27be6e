import type { Market } from '#service/prices/market.ts';
import { webhookTargetsOf, type Config } from '../config/settings.ts';
import type { Request } from './holder.ts';

interface OpenedService {
  readonly market: Market;
  /** Creates what a first start creates, such as thematics, unless the store has it. */
  readonly fillNew: () => Promise<void>;
}

/** Opens the store, which this process has locked, and calls its service as a command. */
export async function withService<Result>(
  config: Config,
  print: (line: string) => void,
  work: (request: Request, opened: OpenedService) => Promise<Result>,
): Promise<Result> {
  const { openStore } = await import('../process/store.ts');
  const { openMarket } = await import('../process/openMarket.ts');
  const { createLog } = await import('../process/log.ts');
  const { createEventLog } = await import('#service/events/log.ts');
  const { createService } = await import('#service/service.ts');
  const { fillNew } = await import('../process/fill.ts');
  const { callAsCommand } = await import('../audit/callAsCommand.ts');
  const { database, secretKey } = await openStore(config, print);
  try {
    const log = createLog();
    const market = await openMarket(database, config, Date.now);
    const events = createEventLog({
      minIntervalMs: config.webhooksMinIntervalSeconds * 1000,
      database,
      clock: Date.now,
      log,
    });
    const service = createService({
      database,
      market,
      clock: Date.now,
      secretKey,
      log,
      webhookTargets: webhookTargetsOf(config),
      ownUrl: () => 'http://localhost',
      events,
    });
    const { request, stop } = callAsCommand(service, { database, clock: Date.now, log });
    try {
      return await work(request, {
        market,
        fillNew: () => fillNew(database, market, config, { clock: Date.now, print }),
      });
    } finally {
      await stop();
      await events.stopRelay();
    }
  } finally {
    await database.close();
  }
}
