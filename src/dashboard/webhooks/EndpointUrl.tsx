import { urlParts } from './endpoints.ts';
import classes from './EndpointUrl.module.css';

/** The URL of an endpoint, cut in the middle where there is no room: its host and the end of its path tell it from others. */
export function EndpointUrl({ url }: { readonly url: string }) {
  const { host, rest } = urlParts(url);
  const end = Math.max(0, rest.lastIndexOf('/'));
  return (
    <span className={classes.url} title={url}>
      <span>
        <b>{host}</b>
        {rest.slice(0, end)}
      </span>
      <span>{rest.slice(end)}</span>
    </span>
  );
}
