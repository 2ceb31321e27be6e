import { Button, type ButtonProps } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';

interface MutationButtonProps<Data, Variables> extends ButtonProps {
  readonly mutation: UseMutationResult<Data, Error, Variables>;
  /** What it runs with; null while it cannot. */
  readonly variables: Variables | null;
}

/** Runs a mutation, and not again while it is under way; it keeps the focus meanwhile. */
export function MutationButton<Data, Variables>(props: MutationButtonProps<Data, Variables>) {
  const { mutation, variables, ...button } = props;
  const isOff = mutation.isPending || variables === null;
  return (
    <Button
      variant="subtle"
      {...button}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) mutation.mutate(variables);
      }}
    />
  );
}
