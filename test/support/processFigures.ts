import { readFileSync } from 'node:fs';

const megabyte = 2 ** 20;

/** Resident megabytes of a process now; NaN where the system does not say, or it has ended. */
export function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / megabyte;
  } catch {
    return Number.NaN;
  }
}

export interface MemoryWatch {
  /** Ends it; answers the resident megabytes at each look, the first at once. */
  stop(): number[];
}

export function watchMemory(pid: number | undefined, everyMs = 1000): MemoryWatch {
  const samples: number[] = [];
  const look = () => {
    const resident = residentMegabytes(pid);
    if (!Number.isNaN(resident)) samples.push(resident);
  };
  look();
  const timer = setInterval(look, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
  };
}

/** The value that such a part of all is at or below; the greatest for 1. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}
