import { clsx } from 'clsx';
import type { Webhook } from '#contract/webhook.ts';
import hidden from '../shared/ui/Hidden.module.css';
import classes from './EndpointStatus.module.css';

const words: Record<Webhook['status'], string> = {
  enabled: 'Enabled',
  paused: 'Paused',
  disabled: 'Disabled',
};

/** How an endpoint is: a shape and a colour, and its word. */
export function EndpointStatus({ status }: { readonly status: Webhook['status'] }) {
  return (
    <span title={words[status]}>
      <i className={clsx(classes.status, classes[status])} aria-hidden />
      <span className={hidden.hidden}>{words[status]}: </span>
    </span>
  );
}
