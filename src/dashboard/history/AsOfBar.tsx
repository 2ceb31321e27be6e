import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { day } from '#contract/historyType.ts';
import { useKeys } from '../design/keys.ts';
import { NoteLine } from '../design/NoteLine.tsx';
import { usePresent } from '../portfolio/usePresent.ts';
import { useFormat } from '../preferences/format.ts';
import { asOfParam, formerAsOfName, useAsOf, useSetAsOf } from '../url/asOf.ts';
import classes from './AsOfBar.module.css';
import { useCompareDates } from './useCompareDates.ts';

/** Marks a page that shows a past instant. Every page that can has it below its head. */
export function AsOfBar() {
  const [params] = useSearchParams();
  const former = params.get(formerAsOfName);
  const text = params.get(asOfParam.name);
  const asOf = useAsOf();
  if (former !== null) return <Navigate to={`?${renamed(params, former)}`} replace />;
  if (asOf !== null) return <PastBar asOf={asOf} />;
  if (text === null) return null;
  return (
    <NoteLine tone="warn">
      “<bdi>{text}</bdi>” is not a time. The page shows the present.
    </NoteLine>
  );
}

/** The instant of a former address, unless it has one already. */
function renamed(before: URLSearchParams, former: string): string {
  const params = new URLSearchParams(before);
  params.delete(formerAsOfName);
  if (!params.has(asOfParam.name)) params.set(asOfParam.name, former);
  return params.toString();
}

const keyTexts = { n: 'Back to now' };

function PastBar({ asOf }: { readonly asOf: number }) {
  const format = useFormat();
  const now = usePresent();
  const setAsOf = useSetAsOf();
  const leave = () => setAsOf(null);
  useKeys({ n: leave }, keyTexts);
  const compared = useCompareDates();
  const isFuture = now !== null && asOf > now;
  return (
    <section className={classes.bar} aria-label="As of" data-future={isFuture}>
      <p role="status">
        <b>As of {format.dateTimeZone(asOf)}</b>
        <span>
          {isFuture
            ? `The future is not known: the present is ${format.dateTimeZone(now)}`
            : 'Names and attributes are today’s'}
        </span>
      </p>
      {now !== null && !isFuture && <DaySlider {...{ asOf, now }} />}
      {compared !== null && !isFuture && (
        <Button component={Link} size="xs" variant="subtle" to={compared}>
          Compare with now
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-keyshortcuts="n"
        title="Back to now (n)"
        onClick={leave}
      >
        Back to now
      </Button>
    </section>
  );
}

/** Days that the slider covers, at least. */
const coveredDays = 365;

interface DaySliderProps {
  /** The instant that the page shows; the present at first. */
  readonly asOf: number;
  readonly now: number;
}

/** Moves the page by whole days, once the thumb is released. */
export function DaySlider({ asOf, now }: DaySliderProps) {
  const format = useFormat();
  const setAsOf = useSetAsOf();
  const daysAgo = Math.round((now - asOf) / day);
  const [draft, setDraft] = useState<number | null>(null);
  const shown = draft ?? -daysAgo;
  const timeOf = (days: number) => (days === 0 ? now : asOf + (days + daysAgo) * day);
  const commit = () => {
    if (draft === null) return;
    setDraft(null);
    if (draft !== -daysAgo) setAsOf(draft === 0 ? null : timeOf(draft), 'replace');
  };
  const text = shown === 0 ? 'Now' : format.date(timeOf(shown));
  return (
    <label className={classes.slider}>
      <input
        type="range"
        aria-label="Day"
        aria-valuetext={text}
        min={-Math.max(coveredDays, daysAgo + 30)}
        max={0}
        step={1}
        value={shown}
        onChange={(event) => setDraft(Number(event.currentTarget.value))}
        onPointerUp={commit}
        onKeyUp={commit}
        onBlur={commit}
      />
      <output>{text}</output>
    </label>
  );
}
