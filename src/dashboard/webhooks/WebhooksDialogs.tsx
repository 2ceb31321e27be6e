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
  readonly known: readonly Webhook[];
  readonly worked: readonly Endpoint[];
}

/** What stands over the page, each loaded when it is first opened. */
export function WebhooksDialogs({ known, worked }: WebhooksDialogsProps) {
  const [adding, setAdding] = useSearchParam(addParam);
  const [open, setOpen] = useSearchParam(openParam);
  const [selected] = useSearchParam(endpointParam);
  const endpoint = worked.find(({ _id }) => _id === selected);
  const setParams = useSetParams();
  const close = () => setOpen('');
  return (
    <Suspense fallback={null}>
      {adding !== null && (
        <AddWebhook suggested={adding} known={known} onClose={() => setAdding(null)} />
      )}
      {open === 'verify' && <VerifyDialog endpoints={worked} onClose={close} />}
      {open === 'inspector' && (
        <InspectorDialog onAdd={(url) => setParams({ open: null, add: url })} onClose={close} />
      )}
      {open === 'code' && <ReceiverDialog onClose={close} />}
      {open === 'rotate' && endpoint !== undefined && (
        <RotateDialog endpoint={endpoint} onClose={close} />
      )}
      {open === 'recover' && worked.length > 0 && (
        <RecoverDialog endpoints={worked} selected={selected} onClose={close} />
      )}
    </Suspense>
  );
}
