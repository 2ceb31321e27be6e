import { useMutation, useQuery } from '@tanstack/react-query';
import { maxInspectedMessages, type Inspector } from '#contract/inspector.ts';
import { formatCount } from '../../shared/format/number.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Dialog } from '../../shared/ui/Dialog.tsx';
import { Query } from '../../shared/ui/Query.tsx';
import { Loading } from '../../shared/ui/Skeleton.tsx';
import { CopyLine } from '../CopyLine.tsx';
import { inspectorAddress } from '../inspectorAddress.ts';
import { clearInspector } from '../mutations.ts';
import { inspectorQuery } from '../queries.ts';
import { InspectedMessages } from './InspectedMessages.tsx';
import { InspectorForm } from './InspectorForm.tsx';
import classes from './tools.module.css';

interface InspectorDialogProps {
  /** Opens the form that registers webhooks, with this URL. */
  readonly onAdd: (url: string) => void;
  readonly onClose: () => void;
}

/** The built-in receiver: its address, its settings, its messages. */
export function InspectorDialog({ onAdd, onClose }: InspectorDialogProps) {
  const query = useQuery(inspectorQuery);
  return (
    <Dialog title="Inspector" size="side" onClose={onClose}>
      <Query query={query} what="The inspector" loading={<Loading what="the inspector" />}>
        {(inspector) => <Inspected inspector={inspector} onAdd={onAdd} />}
      </Query>
    </Dialog>
  );
}

interface InspectedProps {
  readonly inspector: Inspector;
  readonly onAdd: (url: string) => void;
}

function Inspected({ inspector, onAdd }: InspectedProps) {
  const clearing = useMutation(clearInspector);
  const { url, settings, messages } = inspector;
  const own = inspectorAddress(url);
  return (
    <div className={classes.form}>
      <p className={classes.note}>
        A receiver built into the service, to try things out. It shows the last{' '}
        {maxInspectedMessages} messages and checks their signatures. Each name at the end of its
        address is an endpoint of its own.
      </p>
      <CopyLine text={own} what="address of the inspector" />
      <InspectorForm settings={settings} />
      <p className={classes.actions}>
        <Button variant="filled" onClick={() => onAdd(own)}>
          Add a webhook to it
        </Button>
        {messages.length > 0 && (
          <Button
            variant="plain"
            aria-disabled={clearing.isPending}
            onClick={() => {
              if (!clearing.isPending) clearing.mutate();
            }}
          >
            Clear {formatCount(messages.length)}
          </Button>
        )}
      </p>
      <InspectedMessages messages={messages} />
    </div>
  );
}
