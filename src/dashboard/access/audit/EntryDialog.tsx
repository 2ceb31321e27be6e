import { Anchor, Code, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { roleTexts } from '#contract/roleTexts.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { OperationName } from '#contract/operations/operations.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { type Term, Terms } from '../../design/Terms.tsx';
import { ValueChanges } from '../../portfolio/ValueChanges.tsx';
import { ImportOfEntry } from './ImportOfEntry.tsx';
import { useFormat } from '../../preferences/format.ts';
import { actorParam, entryParam, idParam, kindParam } from '../../url/params.ts';
import { useParamLink } from '../../url/searchParam.ts';
import { kindLabels, subjectPage, resultLabels, subjectText, actionLabel } from './auditLabels.ts';

interface EntryDialogProps {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}

const importOperation = 'importUsers' satisfies OperationName;

const authenticationLabels: Readonly<Record<AuditEntry['actor']['via'], string>> = {
  open: 'none (no keys)',
  process: 'command, through the running service',
  command: 'command, in the database',
  key: 'key',
  session: 'browser session',
  nobody: 'not signed in',
};

export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const format = useFormat();
  const link = useParamLink();
  const { actor, subject, status, code, details, count } = entry;
  const page = subjectPage(entry);
  const terms: readonly (Term | false)[] = [
    ['Time', `${format.dateTime(entry.at)} (${entry.at})`],
    ['Actor', <ActorLinks key="actor" entry={entry} />],
    ['Authentication', authenticationLabels[actor.via]],
    actor.role !== null && ['Role', roleTexts[actor.role].label],
    ['Address', entry.address ?? 'this machine, or several addresses'],
    subject !== null && [
      kindLabels[subject.kind],
      <span key="subject">
        {page === null ? (
          <bdi>{subjectText(entry)}</bdi>
        ) : (
          <Anchor component={Link} underline="always" to={page}>
            <bdi>{subjectText(entry)}</bdi>
          </Anchor>
        )}
        {subject.id !== null && (
          <>
            {' · '}
            <Anchor
              component={Link}
              underline="always"
              to={link({
                [entryParam.name]: null,
                [kindParam.name]: subject.kind,
                [idParam.name]: subject.id,
              })}
            >
              all entries
            </Anchor>
          </>
        )}
      </span>,
    ],
    entry.changes !== null && [
      'Changes',
      <ValueChanges
        key="changes"
        changes={entry.changes}
        customId={subject?.kind === 'user' ? subject.id : null}
      />,
    ],
    entry.changes === null && entry.changesDigest !== null && ['Changes', 'Values erased'],
    entry.operation === importOperation &&
      subject?.id != null && ['Undo', <ImportOfEntry key="undo" id={subject.id} />],
    ['Result', [resultLabels[entry.result], status, code].filter((one) => one !== null).join(', ')],
    count > 1 && ['Count', `${format.number(count)} since the previous entry of this kind`],
    ...Object.entries(details ?? {}).map(([name, value]): Term => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
    entry.requestId !== null && ['Request', <Code key="request">{entry.requestId}</Code>],
    ['Entry', format.number(entry.seq)],
    ['Hash', <Hash key="hash" text={entry.hash} />],
    ['Previous hash', <Hash key="previous" text={entry.previous} />],
  ];
  return (
    <Dialog title={actionLabel(entry)} size="side" onClose={onClose}>
      <Terms terms={terms.filter((term) => term !== false)} />
    </Dialog>
  );
}

function ActorLinks({ entry: { actor } }: Pick<EntryDialogProps, 'entry'>) {
  const link = useParamLink();
  return (
    <span>
      <bdi>{actor.name}</bdi>
      {' · '}
      <Anchor
        component={Link}
        underline="always"
        to={link({ [entryParam.name]: null, [actorParam.name]: actor.id ?? actor.name })}
      >
        all entries
      </Anchor>
    </span>
  );
}

function Hash({ text }: { readonly text: string }) {
  return (
    <Text span ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}
