import type { Endpoint } from '#contract/endpoint.ts';
import type { Webhook } from '#contract/webhook.ts';
import { addParam, openParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { AddWebhook } from './create/AddWebhook.tsx';
import { InspectorDialog } from './tools/InspectorDialog.tsx';
import { ReceiverDialog } from './tools/ReceiverDialog.tsx';
import { RecoverDialog } from './tools/RecoverDialog.tsx';
import { RotateDialog } from './tools/RotateDialog.tsx';
import { VerifyDialog } from './tools/VerifyDialog.tsx';

const tools = {
  verify: VerifyDialog,
  inspector: InspectorDialog,
  code: ReceiverDialog,
  rotate: RotateDialog,
  recover: RecoverDialog,
};

interface WebhooksDialogsProps {
  readonly webhooks: readonly Webhook[];
  readonly endpoints: readonly Endpoint[];
}

export function WebhooksDialogs({ webhooks, endpoints }: WebhooksDialogsProps) {
  const [adding, setAdding] = useSearchParam(addParam);
  const [open, setOpen] = useSearchParam(openParam);
  const Tool = open === '' ? null : tools[open];
  return (
    <>
      {adding !== null && (
        <AddWebhook suggested={adding} webhooks={webhooks} onClose={() => setAdding(null)} />
      )}
      {Tool !== null && <Tool endpoints={endpoints} onClose={() => setOpen('')} />}
    </>
  );
}
