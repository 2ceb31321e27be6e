import { urlParts } from './endpoints.ts';
import classes from './EndpointUrl.module.css';

/** A URL is cut in the middle: its host and the end of its path identify it. */
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
