import type { WebhooksSummary } from '#contract/endpoint.ts';
import { formatCount, formatMarketPercent } from '../shared/format/number.ts';
import { Ago } from '../shared/ui/Ago.tsx';
import { Strip, StripFigure } from '../shared/ui/Strip.tsx';
import classes from './WebhooksPage.module.css';

interface WebhooksStripProps {
  readonly endpoints: number | undefined;
  readonly webhooks: number | undefined;
  /** Undefined while it loads. */
  readonly summary: WebhooksSummary | undefined;
  /** Whether the service lists deliveries. */
  readonly hasDeliveries: boolean;
  readonly onRecover: () => void;
}

/** Figures of the webhooks, and of the deliveries of the past day if the service lists them. */
export function WebhooksStrip(props: WebhooksStripProps) {
  const { endpoints, webhooks, summary, hasDeliveries, onRecover } = props;
  const cancelled = summary?.cancelled ?? 0;
  const undelivered = cancelled + (summary?.failed ?? 0);
  return (
    <Strip label="Webhooks in figures">
      <StripFigure label="Endpoints">{formatCount(endpoints)}</StripFigure>
      <StripFigure label="Webhooks">{formatCount(webhooks)}</StripFigure>
      {hasDeliveries && (
        <>
          <StripFigure label="Deliveries, 24 h">{formatCount(summary?.deliveries)}</StripFigure>
          <StripFigure label="Delivered at first attempt">
            {formatMarketPercent(summary?.atFirstAttempt)}
          </StripFigure>
          <StripFigure label="Waiting">
            {formatCount(summary?.waiting)}
            {typeof summary?.oldestWaitingAt === 'string' && (
              <small>
                oldest <Ago at={summary.oldestWaitingAt} />
              </small>
            )}
          </StripFigure>
          <StripFigure label="Failed, 24 h">
            {formatCount(summary?.failed)}
            {undelivered > 0 && (
              <small>
                {cancelled > 0 && <>{formatCount(cancelled)} cancelled </>}
                <button type="button" className={classes.recover} onClick={onRecover}>
                  recover since…
                </button>
              </small>
            )}
          </StripFigure>
        </>
      )}
    </Strip>
  );
}
