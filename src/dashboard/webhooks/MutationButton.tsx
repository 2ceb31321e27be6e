import { Button, type ButtonProps } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';

interface MutationButtonProps<Data, Variables> extends ButtonProps {
  readonly mutation: UseMutationResult<Data, Error, Variables>;
  readonly variables: Variables | null;
}

/** Ignores presses while the mutation runs, and keeps the focus. */
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
