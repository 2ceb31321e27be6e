import * as z from 'zod/mini';
import { eventDescriptions } from '#contract/events.ts';
import { createEventLog, type EventLog, type EventLogOptions } from '#service/events/log.ts';
import type { NewEvent } from '#service/events/message.ts';

/** Creates an event log that fails if a published event does not match its description in the contract. */
export function createTestEvents({
  minIntervalMs = 0,
  clock = Date.now,
  log: logged = (line, error) => {
    throw new Error(line, { cause: error });
  },
  database,
}: Partial<EventLogOptions> & Pick<EventLogOptions, 'database'>): EventLog {
  const log = createEventLog({ minIntervalMs, clock, database, log: logged });
  return {
    ...log,
    async publish(tx, at, events) {
      events.forEach(checkDescribed);
      await log.publish(tx, at, events);
    },
    async publishNow(tx, at, events) {
      events.forEach(checkDescribed);
      return log.publishNow(tx, at, events);
    },
  };
}

function checkDescribed({ type, data }: NewEvent): void {
  const sent: unknown = JSON.parse(JSON.stringify(data));
  const { error } = z.safeParse(eventDescriptions[type].data, sent);
  if (error === undefined) return;
  throw new Error(`The data of ${type} is not as described: ${z.prettifyError(error)}`);
}
