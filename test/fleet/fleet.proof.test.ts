import { expect, test } from 'vitest';
import { faults, recover } from './faults.ts';
import { startFleet } from './fleet.ts';
import { fleetFault } from './packages.ts';

const fault = fleetFault();
if (fault !== null) console.log(`The fleet is not tested: ${fault}`);

test.skipIf(fault !== null)(
  'a fleet loses nothing: kill -9 of process, primary and standby, switchover, rolling restart',
  { timeout: 300_000 },
  async () => {
    const fleet = await startFleet();
    try {
      const { name } = await fleet.nodes.standby();
      const findings = await fleet.processes.doctor();
      expect(findings).toContain(`Changes are answered once the standby ${name} has them on disk.`);
      expect(findings).toMatch(/Processes of the service use [1-9]\d* of 100 connections/);
      for (const { limits, ...rest } of faults) {
        const { readers, writers, failed, tookSeconds } = await recover(fleet, { limits, ...rest });
        const statuses = [...failed].map(([status, count]) => `${count} × ${status}`);
        console.log(
          `${rest.name}: longest pause of readers ${readers.toFixed(1)} s, of writers ${writers.toFixed(1)} s, complete after ${tookSeconds.toFixed(0)} s; failed: ${statuses.join(', ') || 'none'}`,
        );
        expect(readers).toBeLessThan(limits.readers);
        expect(writers).toBeLessThan(limits.writers);
        // No answer (0) or a bad gateway: the process that was killed had the request.
        const allowed = rest.name.startsWith('rolling') ? [] : [0, 502, 503];
        expect([...failed.keys()].filter((status) => !allowed.includes(status))).toEqual([]);
      }
      const { lost, ...counts } = await fleet.load.finish();
      console.log(JSON.stringify(counts));
      expect(lost).toEqual([]);
      expect(counts.acknowledged).toBeGreaterThan(300);
      expect(counts.reconnects).toBeGreaterThan(0);
    } finally {
      await fleet.stop();
    }
  },
);
