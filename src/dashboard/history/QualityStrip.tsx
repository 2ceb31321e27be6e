import { useQuery } from '@tanstack/react-query';
import { PageLink } from '../design/PageLink.tsx';
import { knownSumOf } from '#analytics/weights.ts';
import type { SeriesQuality } from '#contract/quality.ts';
import { parseTime } from '#contract/time.ts';
import type { Wallet } from '#contract/wallet.ts';
import { isNotFound, isNotOffered, messageOf } from '../api/errors.ts';
import { Disclosure } from '../design/Disclosure.tsx';
import { Loading } from '../design/Panel.tsx';
import { flawText } from '../portfolio/flawTexts.ts';
import { qualityQueries } from '../portfolio/qualityQueries.ts';
import type { SeriesSubject } from '../portfolio/queryKeys.ts';
import { Reconciliation } from '../portfolio/Reconciliation.tsx';
import { type Format, useFormat } from '../preferences/format.ts';
import { formatDuration } from '../preferences/instants.ts';
import { useAsOf } from '../url/asOf.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { urls } from '../url/urls.ts';
import { useHistoryWindow } from './historyWindow.ts';
import { spanText } from './periodText.ts';
import classes from './QualityStrip.module.css';

const noWallets: readonly Wallet[] = [];

export interface QualityStripProps {
  readonly series: SeriesSubject;
  /** Wallets whose totals are compared with the sums of their positions. */
  readonly wallets?: readonly Wallet[] | undefined;
}

/** One line about the data behind a history; with flaws, it expands to a list. */
export function QualityStrip({ series, wallets = noWallets }: QualityStripProps) {
  const format = useFormat();
  const { period } = useHistoryWindow();
  const asOf = useAsOf();
  const { data, error } = useQuery(qualityQueries.series(series, period, asOf));
  if (data === undefined) {
    // The page itself says what is not found.
    if (isNotOffered(error) || isNotFound(error)) return null;
    return (
      <div className={classes.strip}>
        {error === null ? (
          <Loading what="the data quality" />
        ) : (
          <>Data quality could not be read: {messageOf(error)}</>
        )}
      </div>
    );
  }
  const sums = sumsOf(wallets);
  const reconciliation = sums !== null && <Reconciliation {...sums} of="the totals" />;
  const flaws = summaryOf(data, format);
  if (flaws.length === 0) {
    return (
      <div className={classes.strip}>
        <span>Data: {noFlawsText(data, format)}</span>
        {reconciliation}
      </div>
    );
  }
  return (
    <Disclosure
      className={classes.strip}
      summary={
        <span className={classes.summary}>
          <span>
            Data: <b>{flaws.join(', ')}</b>
          </span>
          {reconciliation}
        </span>
      }
    >
      <Details quality={data} />
    </Disclosure>
  );
}

function Details({ quality: { missing, tokens, reason } }: { readonly quality: SeriesQuality }) {
  const format = useFormat();
  return (
    <ul className={classes.details} aria-label="Flaws of the data">
      {tokens.map(({ token, flaws }) => (
        <li key={token._id}>
          <PageLink to={urls.token(token._id)}>
            <bdi>{token.symbol}</bdi>
          </PageLink>{' '}
          {flaws.map((flaw) => flawText(flaw, format)).join('; ')}
        </li>
      ))}
      {missing.map(({ from, to, steps }) => (
        <li key={from}>
          {format.count(steps, 'missing step')},{' '}
          {spanText(format, { from: parseTime(from), to: parseTime(to) })}
        </li>
      ))}
      {reason !== undefined && <li>{reason}</li>}
      <li>
        <PageLink to={pageLinks.quality.to}>All flaws</PageLink>
      </li>
    </ul>
  );
}

/** Sums of the known totals and of their positions; null if nothing can be compared. */
function sumsOf(
  wallets: readonly Wallet[],
): { readonly sum: number; readonly whole: number } | null {
  let [sum, whole, count] = [0, 0, 0];
  for (const { total, tokens } of wallets) {
    const own = knownSumOf(tokens.map((position) => position.total)).whole;
    if (own === null || total === null || tokens.length === 0) continue;
    sum += own;
    whole += total;
    count += 1;
  }
  return count === 0 ? null : { sum, whole };
}

/** Returns “3 missing steps”, “2 old prices, up to 279 days”, “1 coarse token”. */
function summaryOf({ missing, tokens }: SeriesQuality, format: Format): string[] {
  const of = (kind: string) =>
    tokens.flatMap(({ flaws }) => flaws.filter((flaw) => flaw.kind === kind));
  const steps = missing.reduce((sum, one) => sum + one.steps, 0);
  const [old, unpriced, coarse, gaps] = [
    of('old-price'),
    of('no-price'),
    of('coarse-prices'),
    of('missing-steps'),
  ];
  const oldest = Math.max(0, ...old.map(({ value }) => value ?? 0)) * 1000;
  return [
    steps > 0 ? format.count(steps, 'missing step') : [],
    unpriced.length > 0 ? `${format.count(unpriced.length, 'token')} without a price` : [],
    old.length > 0
      ? `${format.count(old.length, 'carried price')} up to ${formatDuration(oldest)} old`
      : [],
    coarse.length > 0 ? format.count(coarse.length, 'coarse token') : [],
    gaps.length > 0 ? `gaps in ${format.count(gaps.length, 'token')}` : [],
  ].flat();
}

function noFlawsText({ records, stepSeconds, reason }: SeriesQuality, format: Format): string {
  if (stepSeconds === null || records === 0) return 'no records';
  const step = formatDuration(stepSeconds * 1000);
  return [`no flaws in ${format.count(records, 'record')}, steps of ${step}`, reason ?? []]
    .flat()
    .join('. ');
}
