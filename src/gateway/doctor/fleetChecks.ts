import * as z from 'zod/mini';
import { healthStatus } from '#contract/capabilities.ts';
import { getLiveness } from '#contract/operations/about.ts';
import { inspectStandby, type StandbyInspection } from '#platform/database/inspectStandby.ts';
import type { Config } from '../config/settings.ts';
import { findingsOf, kindOfFailure, type Finding } from './finding.ts';

/** Checks what one process can see of a fleet: the standby of its PostgreSQL, connections, and the proxy in front. */
export async function checkFleet({ databaseUrl, publicUrl }: Config): Promise<Finding[]> {
  if (databaseUrl === null) return [];
  const { warn } = findingsOf('fleet');
  const found: Finding[] = [];
  try {
    found.push(...standbyFindings(await inspectStandby(databaseUrl)));
  } catch (error) {
    found.push(warn(`The state of the standby cannot be read (${kindOfFailure(error)}).`));
  }
  if (publicUrl !== null) found.push(await checkProxy(publicUrl));
  return found;
}

export function standbyFindings(inspection: StandbyInspection): Finding[] {
  const { isStandby, connections, maxConnections } = inspection;
  const { ok, fail } = findingsOf('fleet');
  if (isStandby) {
    return [
      fail(
        'DATABASE_URL leads to a standby, which rejects changes: there is no primary now, or the proxy does not choose it. Check patronictl list.',
      ),
    ];
  }
  return [
    standbyFinding(inspection),
    ok(
      `Processes of the service use ${connections} of ${maxConnections} connections of PostgreSQL.`,
    ),
  ];
}

function standbyFinding({ standbys, synchronousNames, isWaiting }: StandbyInspection): Finding {
  const { ok, warn } = findingsOf('fleet');
  const name = synchronousNames.replaceAll('"', '');
  if (standbys === 0) {
    return name === ''
      ? ok('PostgreSQL has no standby: without its disk, changes since the last backup are lost.')
      : warn(`Changes wait for the standby ${name}, which is not connected. Start it.`);
  }
  if (name === '') {
    return warn(
      'PostgreSQL has a standby, but changes do not wait for it: a failover may lose the latest ones. Wait until it is in sync, or turn on synchronous_mode of Patroni.',
    );
  }
  return isWaiting
    ? ok(`Changes are answered once the standby ${name} has them on disk.`)
    : warn(
        `Changes do not wait for the disk of the standby ${name}. Set synchronous_commit to on.`,
      );
}

async function checkProxy(publicUrl: string): Promise<Finding> {
  const { ok, warn } = findingsOf('fleet');
  try {
    const response = await fetch(publicUrl + getLiveness.path, {
      signal: AbortSignal.timeout(5000),
    });
    if (z.safeParse(healthStatus, await response.json()).success) {
      return ok(`The service answers at ${publicUrl}.`);
    }
    return warn(`Another program answers at ${publicUrl}. Check PUBLIC_URL and the proxy.`);
  } catch (error) {
    return warn(
      `Nothing answers at ${publicUrl} (${kindOfFailure(error)}). Check the proxy, and that a process runs.`,
    );
  }
}
