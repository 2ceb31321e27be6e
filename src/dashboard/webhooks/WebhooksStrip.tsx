import type { WebhooksSummary } from '#contract/endpoint.ts';
import { useFormat } from '../preferences/format.ts';
import { Ago } from '../design/Ago.tsx';
import { Strip, StripFigure } from '../portfolio/Strip.tsx';
import classes from './WebhooksPage.module.css';

interface WebhooksStripProps {
  readonly endpoints: number | undefined;
  readonly webhooks: number | undefined;
  /** Undefined while it loads. */
  readonly summary: WebhooksSummary | undefined;
  readonly onRecover: () => void;
}

/** Figures of the webhooks, and of the deliveries of the past day. */
export function WebhooksStrip(props: WebhooksStripProps) {
  const format = useFormat();
  const { endpoints, webhooks, summary, onRecover } = props;
  const cancelled = summary?.cancelled ?? 0;
  const undelivered = cancelled + (summary?.failed ?? 0);
  return (
    <Strip label="Webhooks in figures">
      <StripFigure label="Endpoints">{format.number(endpoints)}</StripFigure>
      <StripFigure label="Webhooks">{format.number(webhooks)}</StripFigure>
      {webhooks !== undefined && webhooks > 0 && (
        <>
          <StripFigure label="Deliveries, 24 h">{format.number(summary?.deliveries)}</StripFigure>
          <StripFigure label="Delivered at first attempt">
            {format.market.percent(summary?.atFirstAttempt)}
          </StripFigure>
          <StripFigure label="Waiting">
            {format.number(summary?.waiting)}
            {typeof summary?.oldestWaitingAt === 'string' && (
              <small>
                oldest <Ago at={summary.oldestWaitingAt} />
              </small>
            )}
          </StripFigure>
          <StripFigure label="Failed, 24 h">
            {format.number(summary?.failed)}
            {undelivered > 0 && (
              <small>
                {cancelled > 0 && <>{format.number(cancelled)} cancelled </>}
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
