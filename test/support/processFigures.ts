import { readFileSync } from 'node:fs';

const megabyte = 2 ** 20;

/** Returns the resident megabytes of a process; NaN: not available, or the process has ended. */
export function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / megabyte;
  } catch {
    return Number.NaN;
  }
}

export interface MemoryWatch {
  /** Stops sampling and returns the resident megabytes of each sample, the first one taken immediately. */
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

/** Returns the smallest value that this share of all values does not exceed; 1: the maximum. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}
