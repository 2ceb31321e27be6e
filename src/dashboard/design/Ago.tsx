import { useEffect, useState } from 'react';
import { useFormat } from '../preferences/format.ts';
import { formatRelative } from '../preferences/instants.ts';

export function Ago({ at }: { readonly at: string }) {
  const format = useFormat();
  const now = useNow();
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {formatRelative(at, now)}
    </time>
  );
}

/** Returns the current time in epoch milliseconds, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
