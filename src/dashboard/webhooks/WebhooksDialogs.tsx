import type { Endpoint } from '#contract/endpoint.ts';
import type { Webhook } from '#contract/webhook.ts';
import { useSearchParam, useSetParams } from '../url/searchParam.ts';
import { addParam, endpointParam, openParam } from '../url/params.ts';
import { AddWebhook } from './create/AddWebhook.tsx';
import { InspectorDialog } from './tools/InspectorDialog.tsx';
import { ReceiverDialog } from './tools/ReceiverDialog.tsx';
import { RecoverDialog } from './tools/RecoverDialog.tsx';
import { RotateDialog } from './tools/RotateDialog.tsx';
import { VerifyDialog } from './tools/VerifyDialog.tsx';

interface WebhooksDialogsProps {
  readonly webhooks: readonly Webhook[];
  readonly endpoints: readonly Endpoint[];
}

/** The dialogs of the page. */
export function WebhooksDialogs({ webhooks, endpoints }: WebhooksDialogsProps) {
  const [adding, setAdding] = useSearchParam(addParam);
  const [open, setOpen] = useSearchParam(openParam);
  const [selected] = useSearchParam(endpointParam);
  const endpoint = endpoints.find(({ _id }) => _id === selected);
  const setParams = useSetParams();
  const close = () => setOpen('');
  return (
    <>
      {adding !== null && (
        <AddWebhook suggested={adding} webhooks={webhooks} onClose={() => setAdding(null)} />
      )}
      {open === 'verify' && <VerifyDialog endpoints={endpoints} onClose={close} />}
      {open === 'inspector' && (
        <InspectorDialog onAdd={(url) => setParams({ open: null, add: url })} onClose={close} />
      )}
      {open === 'code' && <ReceiverDialog onClose={close} />}
      {open === 'rotate' && endpoint !== undefined && (
        <RotateDialog endpoint={endpoint} onClose={close} />
      )}
      {open === 'recover' && endpoints.length > 0 && (
        <RecoverDialog endpoints={endpoints} selected={selected} onClose={close} />
      )}
    </>
  );
}
