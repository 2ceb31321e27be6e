import { lazy, Suspense } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Webhook } from '#contract/webhook.ts';
import { useSearchParam, useSetParams } from '../url/searchParam.ts';
import { addParam, endpointParam, openParam } from '../url/params.ts';

const AddWebhook = lazy(async () => ({
  default: (await import('./create/AddWebhook.tsx')).AddWebhook,
}));
const VerifyDialog = lazy(async () => ({
  default: (await import('./tools/VerifyDialog.tsx')).VerifyDialog,
}));
const InspectorDialog = lazy(async () => ({
  default: (await import('./tools/InspectorDialog.tsx')).InspectorDialog,
}));
const ReceiverDialog = lazy(async () => ({
  default: (await import('./tools/ReceiverDialog.tsx')).ReceiverDialog,
}));
const RotateDialog = lazy(async () => ({
  default: (await import('./tools/RotateDialog.tsx')).RotateDialog,
}));
const RecoverDialog = lazy(async () => ({
  default: (await import('./tools/RecoverDialog.tsx')).RecoverDialog,
}));

interface WebhooksDialogsProps {
  readonly webhooks: readonly Webhook[];
  readonly endpoints: readonly Endpoint[];
}

/** The dialogs of the page, each loaded when it is first opened. */
export function WebhooksDialogs({ webhooks, endpoints }: WebhooksDialogsProps) {
  const [adding, setAdding] = useSearchParam(addParam);
  const [open, setOpen] = useSearchParam(openParam);
  const [selected] = useSearchParam(endpointParam);
  const endpoint = endpoints.find(({ _id }) => _id === selected);
  const setParams = useSetParams();
  const close = () => setOpen('');
  return (
    <Suspense fallback={null}>
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
    </Suspense>
  );
}
