import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useFormat } from '../../preferences/format.ts';
import { CopyButton } from '../../design/CopyButton.tsx';
import { revealSecret } from '../mutations.ts';
import classes from './EndpointBar.module.css';

interface EndpointSecretProps {
  readonly id: string;
  readonly onRotate: () => void;
}

/** The secret of an endpoint: fetched when it is revealed, dropped when it is hidden. */
export function EndpointSecret({ id, onRotate }: EndpointSecretProps) {
  const format = useFormat();
  const { data, mutate, reset, isPending } = useMutation(revealSecret);
  return (
    <>
      <code className={classes.secret}>{data?.secret ?? 'whsec_•••••'}</code>
      {data !== undefined && <CopyButton text={data.secret} what="secret" />}
      {typeof data?.previousUntil === 'string' && (
        <span className={classes.until}>
          the previous secret also signs until {format.dayTime(data.previousUntil)}
        </span>
      )}
      <Button
        variant="subtle"
        aria-disabled={isPending}
        onClick={() => (data === undefined ? mutate(id) : reset())}
      >
        {data === undefined ? 'Reveal' : 'Hide'}
      </Button>
      <Button
        variant="subtle"
        onClick={() => {
          reset();
          onRotate();
        }}
      >
        Rotate
      </Button>
    </>
  );
}
