import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { secretOverlapHours, type Endpoint } from '#contract/endpoint.ts';
import { messageOf } from '../../api/errors.ts';
import { useFormat } from '../../preferences/format.ts';
import { useOnce } from '../../design/once.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { FormFoot } from '../../design/FormFoot.tsx';
import { CopyLine } from '../CopyLine.tsx';
import { partsOf } from '../endpoints.ts';
import { rotateSecret } from '../mutations.ts';
import classes from './tools.module.css';

interface RotateDialogProps {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}

/** Asks whether the secret shall be another, then shows it, and until when both sign. */
export function RotateDialog({ endpoint, onClose }: RotateDialogProps) {
  const format = useFormat();
  const rotation = useMutation(rotateSecret);
  const rotate = useOnce(rotation);
  const { host, rest } = partsOf(endpoint.url);
  const made = rotation.data;
  return (
    <Dialog title="Rotate the secret" onClose={onClose}>
      <div className={classes.form}>
        {made === undefined ? (
          <p className={classes.note}>
            {host}
            {rest} gets a new secret now. For {secretOverlapHours} hours each message is signed with
            both, so that the receiver can be changed meanwhile; rotated once more before that, only
            the last two sign.
          </p>
        ) : (
          <>
            <CopyLine text={made.secret} what="secret" />
            <p className={classes.note}>
              {made.previousUntil === null
                ? 'Only this one signs from now on: the one before could not be read.'
                : `Both secrets sign until ${format.dateTime(made.previousUntil)}. After that only this one.`}
            </p>
          </>
        )}
        {rotation.error !== null && (
          <p className={classes.verdict} role="alert">
            Not rotated: {messageOf(rotation.error)}
          </p>
        )}
      </div>
      <FormFoot>
        {made === undefined ? (
          <>
            <Button
              variant="filled"
              aria-disabled={rotation.isPending}
              onClick={() => rotate(endpoint._id, () => {})}
            >
              Rotate
            </Button>
            <Button variant="subtle" onClick={onClose}>
              Cancel
            </Button>
          </>
        ) : (
          <Button variant="filled" onClick={onClose}>
            Done
          </Button>
        )}
      </FormFoot>
    </Dialog>
  );
}
