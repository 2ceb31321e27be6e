import type { Database } from '#platform/database/database.ts';
import type { EventLog } from '../events/log.ts';
import type { Log } from '#platform/http/errors.ts';
import type { SwitchableMarket } from '../prices/switchable.ts';

/** Where webhooks may be sent, beyond https to public addresses. */
export interface WebhookTargets {
  readonly allowHttp: boolean;
  /** Networks in CIDR notation on which addresses of this machine or a private network are allowed. */
  readonly allowNetworks: readonly string[];
}

/** Everything the service works with; time and network are among it, so that tests decide them. */
export interface Dependencies {
  readonly database: Database;
  readonly market: SwitchableMarket;
  /** Now, in epoch milliseconds; never goes back. */
  readonly clock: () => number;
  /** The system clock, which may go back: for what others compare with theirs. Left out: `clock`. */
  readonly wall?: () => number;
  /** 32 bytes under which secrets are encrypted at rest. */
  readonly secretKey: Uint8Array;
  readonly log: Log;
  readonly webhookTargets: WebhookTargets;
  /** What happened is written here, by every change. */
  readonly events: EventLog;
  /** Where this process listens: `http://127.0.0.1:4173`. */
  readonly ownUrl: () => string;
}
