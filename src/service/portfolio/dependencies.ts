import type { Database } from '#platform/database/database.ts';
import type { EventLog } from '../events/log.ts';
import type { Log } from '#platform/http/errors.ts';
import type { SwitchableMarket } from '../prices/switchable.ts';

export interface WebhookTargets {
  readonly allowHttp: boolean;
  /** Networks in CIDR notation in which addresses of this machine or a private network are allowed. */
  readonly allowNetworks: readonly string[];
}

/** Everything the service depends on, including time and network, so that tests control them. */
export interface Dependencies {
  readonly database: Database;
  readonly market: SwitchableMarket;
  /** Current time in epoch milliseconds; never goes back. */
  readonly clock: () => number;
  /** The system clock, which may go back: for comparison with clocks of others. Default: `clock`. */
  readonly wall?: () => number;
  /** 32 bytes that encrypt secrets at rest. */
  readonly secretKey: Uint8Array;
  readonly log: Log;
  readonly webhookTargets: WebhookTargets;
  readonly events: EventLog;
  /** The origin of this process: `http://127.0.0.1:4173`. */
  readonly ownUrl: () => string;
}
