import { Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { formatHead, parseHead, type AuditVerification } from '#contract/audit.ts';
import { CopyButton } from '../../design/CopyButton.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { SubmitFoot } from '../../design/FormFoot.tsx';
import { NoteLine, Refusal } from '../../design/NoteLine.tsx';
import { useFormat } from '../../preferences/format.ts';
import { faultText } from './auditLabels.ts';
import { verifyTrail } from './auditQueries.ts';

interface VerifyTrailDialogProps {
  readonly suggested: string;
  readonly onClose: () => void;
}

export function VerifyTrailDialog({ suggested, onClose }: VerifyTrailDialogProps) {
  const verification = useMutation(verifyTrail);
  const form = useForm({
    initialValues: { noted: suggested },
    validate: {
      noted: (text) =>
        text.trim() === '' || parseHead(text) !== null
          ? null
          : 'Enter a number and 64 hex digits, such as 17:0a1b…, as shown here or logged at a start.',
    },
    // A verdict is valid only for the verified input.
    onValuesChange: () => verification.reset(),
  });
  const submit = form.onSubmit(({ noted }) => {
    if (!verification.isPending) verification.mutate(parseHead(noted));
  });
  return (
    <Dialog title="Verify all entries" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text c="var(--ink-2)">
            Each entry contains the hash of the previous one. Verify reads all entries and reports
            the first that was changed, removed or inserted, also at the end.
          </Text>
          <TextInput
            label="Last entry, recorded earlier (optional)"
            description="Anyone who can write to the database can recompute all hashes. A copy stored elsewhere reveals that too."
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('noted')}
          />
          {verification.data !== undefined && <Verdict verification={verification.data} />}
          <Refusal error={verification.error} />
        </Stack>
        <SubmitFoot
          label="Verify"
          pendingLabel="Verifying…"
          isPending={verification.isPending}
          closeLabel="Close"
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

function Verdict({ verification }: { readonly verification: AuditVerification }) {
  const format = useFormat();
  const { fault, entries, waiting, erased, head } = verification;
  if (fault !== null) {
    return <NoteLine tone="danger">{faultText(fault)}</NoteLine>;
  }
  return (
    <Text component="output" style={{ overflowWrap: 'anywhere' }}>
      {format.number(entries)} {entries === 1 ? 'entry' : 'entries'}, all unchanged.
      {waiting > 0 && ` ${format.number(waiting)} more will be chained in a moment.`}
      {erased > 0 && ` Old and new values of ${format.number(erased)} were erased.`}
      {head !== null && (
        <>
          {' '}
          Last entry, to store elsewhere: <code>{formatHead(head)}</code>{' '}
          <CopyButton text={formatHead(head)} what="last entry" />
        </>
      )}
    </Text>
  );
}
