import { useMutation, useQuery } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { resumeDeliveries } from '#contract/operations/backup.ts';
import { enableEndpoint } from '#contract/operations/endpoints.ts';
import { NoteLine } from '../design/NoteLine.tsx';
import { useMay } from '../portfolio/session.ts';
import { useFormat } from '../preferences/format.ts';
import { shortUrl } from './endpoints.ts';
import { enableMutation, resumeMutation } from './webhookMutations.ts';
import { summaryQuery } from './webhookQueries.ts';

export function PausedBanner() {
  const format = useFormat();
  const since = useQuery(summaryQuery).data?.deliveriesPausedSince ?? null;
  const resuming = useMutation(resumeMutation);
  const mayResume = useMay(resumeDeliveries);
  if (since === null) return null;
  return (
    <NoteLine
      tone="warn"
      action={
        mayResume && (
          <button
            type="button"
            aria-disabled={resuming.isPending}
            onClick={() => {
              if (!resuming.isPending) resuming.mutate();
            }}
          >
            Resume
          </button>
        )
      }
    >
      Deliveries have been paused since the restore of {format.dateTime(since)}, so that a copy
      sends nothing that the original sends. Messages wait.{' '}
      {mayResume
        ? 'Resume once no other service sends them.'
        : 'An admin can resume once no other service sends them.'}
    </NoteLine>
  );
}

export function DisabledBanner({ endpoint }: { readonly endpoint: Endpoint }) {
  const format = useFormat();
  const enabling = useMutation(enableMutation);
  const mayEnable = useMay(enableEndpoint);
  return (
    <NoteLine
      tone="danger"
      action={
        mayEnable && (
          <button
            type="button"
            aria-disabled={enabling.isPending}
            onClick={() => {
              if (!enabling.isPending) enabling.mutate(endpoint);
            }}
          >
            Enable
          </button>
        )
      }
    >
      {shortUrl(endpoint.url)} has been disabled since {format.dateTime(endpoint.disabledAt)}.{' '}
      {endpoint.disabledBecause} It receives no messages. Once it is enabled, you can recover those
      it missed.
    </NoteLine>
  );
}
