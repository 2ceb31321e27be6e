import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { secretOverlapHours } from '#contract/endpoint.ts';
import { useFormat } from '../../preferences/format.ts';
import { useOnce } from '../../design/once.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { FormFoot } from '../../design/FormFoot.tsx';
import { Refusal } from '../../design/NoteLine.tsx';
import { endpointParam } from '../../url/params.ts';
import { useSearchParam } from '../../url/searchParam.ts';
import { shortUrl } from '../endpoints.ts';
import { CopyLine } from '../../design/CopyLine.tsx';
import { rotateSecret } from '../webhookMutations.ts';
import type { ToolProps } from './ToolProps.ts';

export function RotateDialog({ endpoints, onClose }: ToolProps) {
  const [selected] = useSearchParam(endpointParam);
  const endpoint = endpoints.find(({ _id }) => _id === selected);
  const format = useFormat();
  const rotation = useMutation(rotateSecret);
  const rotate = useOnce(rotation);
  const rotated = rotation.data;
  if (endpoint === undefined) return null;
  return (
    <Dialog title="Rotate secret" onClose={onClose}>
      <Stack>
        {rotated === undefined ? (
          <Text size="xs" c="var(--ink-2)">
            {shortUrl(endpoint.url)} gets a new secret. For {secretOverlapHours} hours, both secrets
            sign each message, so that you can update the receiver. If you rotate again within that
            time, only the last two secrets sign.
          </Text>
        ) : (
          <>
            <CopyLine text={rotated.secret} what="secret" />
            <Text size="xs" c="var(--ink-2)">
              {rotated.previousUntil === null
                ? 'Only this secret signs from now on: the previous one was unreadable.'
                : `Both secrets sign until ${format.dateTime(rotated.previousUntil)}, then only this secret.`}
            </Text>
          </>
        )}
        <Refusal lead="Not rotated:" error={rotation.error} />
      </Stack>
      <FormFoot>
        {rotated === undefined ? (
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
