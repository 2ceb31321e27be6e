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
          : 'It is a number and 64 digits, such as 17:0a1b…, as it was shown here or printed at a start.',
    },
    // A verdict is valid only for the verified input.
    onValuesChange: () => verification.reset(),
  });
  const submit = form.onSubmit(({ noted }) => {
    if (!verification.isPending) verification.mutate(parseHead(noted));
  });
  return (
    <Dialog title="Verify the audit trail" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text c="var(--ink-2)">
            Each entry holds the hash of the one before. All are read, and the first that was
            changed, taken out, put in or cut off is named.
          </Text>
          <TextInput
            label="Last entry, as it was noted earlier (optional)"
            description="Whoever can write to the database could compute all hashes again. One that was noted elsewhere shows that too."
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
  const { fault, entries, erased, head } = verification;
  if (fault !== null) {
    return <NoteLine tone="danger">{faultText(fault)}</NoteLine>;
  }
  return (
    <Text component="output" style={{ overflowWrap: 'anywhere' }}>
      {format.number(entries)} {entries === 1 ? 'entry' : 'entries'}, all as they were written.
      {erased > 0 && ` Old and new values of ${format.number(erased)} were erased.`}
      {head !== null && (
        <>
          {' '}
          The last one, to note elsewhere: <code>{formatHead(head)}</code>{' '}
          <CopyButton text={formatHead(head)} what="last entry" />
        </>
      )}
    </Text>
  );
}
