import { useQuery } from '@tanstack/react-query';
import { TestSend } from '../endpoints/TestSend.tsx';
import { endpointsQuery } from '../queries.ts';
import classes from './AddWebhook.module.css';

/** Tries a new endpoint as soon as its receiver has the secret. */
export function FirstTest({ url }: { readonly url: string }) {
  const { data } = useQuery(endpointsQuery);
  const endpoint = data?.find((one) => one.url === url);
  if (endpoint === undefined) return null;
  return (
    <p className={classes.test}>
      <TestSend endpoint={endpoint} />
    </p>
  );
}
