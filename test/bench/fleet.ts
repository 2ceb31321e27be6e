import { faults, recover } from '#test/fleet/faults.ts';
import { startFleet } from '#test/fleet/fleet.ts';
import { fleetFault } from '#test/fleet/packages.ts';
import type { Tell } from './measure.ts';

/** Times until readers and writers recover from each fault of a fleet, and the memory of its programs. */
export async function benchFleet(tell: Tell): Promise<void> {
  const missing = fleetFault();
  if (missing !== null) {
    tell(`not measured: ${missing}`);
    return;
  }
  const fleet = await startFleet();
  try {
    for (const fault of faults) {
      const { readers, writers, failed, tookSeconds } = await recover(fleet, fault);
      const count = [...failed.values()].reduce((sum, one) => sum + one, 0);
      tell(
        `${fault.name.padEnd(34)} readers ${readers.toFixed(1)} s, writers ${writers.toFixed(1)} s without an answer; ${count} failed answers; complete after ${tookSeconds.toFixed(0)} s`,
      );
    }
    tell(
      `memory, MB: ${[...fleet.memory()].map(([name, size]) => `${name} ${size.toFixed(0)}`).join(', ')}`,
    );
    const { lost, acknowledged, deliveries, streamEvents } = await fleet.load.finish();
    tell(
      `${acknowledged} changes acknowledged, ${deliveries} deliveries, ${streamEvents} events of live streams: ${lost.length} lost or renumbered`,
    );
  } finally {
    await fleet.stop();
  }
}
