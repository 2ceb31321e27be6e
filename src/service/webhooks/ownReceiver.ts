import { paths } from '#contract/paths.ts';

/** Whether a URL is of the service's own receiver, to which messages always may go, plain http included. */
export function isOwnReceiver(href: string, ownUrl: string): boolean {
  return href.startsWith(`${ownUrl}${paths.inspector()}/`);
}
