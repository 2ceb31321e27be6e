import type { MutationOptions, QueryClient } from '@tanstack/react-query';

/** Runs a mutation outside of a component, such as an undo. The mutation cache reports a failure. */
export function runMutation<Data, Variables>(
  client: QueryClient,
  options: MutationOptions<Data, Error, Variables>,
  variables: Variables,
): void {
  const mutation = client.getMutationCache().build(client, options);
  mutation.execute(variables).catch(() => {});
}
