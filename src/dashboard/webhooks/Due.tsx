import { Ago } from '../design/Ago.tsx';
import { useNow } from '../design/now.ts';

interface DueProps {
  readonly at: string;
  /** What is shown from that instant on. */
  readonly due?: string;
}

/** In how long something is due. An attempt that is due may wait for a turn, or for the probe of a paused endpoint. */
export function Due({ at, due = 'due' }: DueProps) {
  return Date.parse(at) <= useNow() ? due : <Ago at={at} />;
}
