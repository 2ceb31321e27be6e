import { useEffect, useState } from 'react';
import { useFormat } from '../preferences/format.ts';
import { formatRelative } from '../preferences/instants.ts';

/** How far an instant is from now: "in 4 min", "11 s ago"; the instant itself is its title. */
export function Ago({ at }: { readonly at: string }) {
  const format = useFormat();
  const now = useNow();
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {formatRelative(at, now)}
    </time>
  );
}

/** The time, second by second, in epoch milliseconds. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
