import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { type AccessKey, type CallerRole, type OpenSession } from '#contract/access.ts';
import { roleTexts } from '#contract/roleTexts.ts';
import { Ago } from '../design/Ago.tsx';
import { type Column, instantWidth } from '../design/columns.ts';
import { PageHead } from '../design/PageHead.tsx';
import { TablePanel } from '../design/TablePanel.tsx';
import { NotAllowed } from '../portfolio/NotAllowed.tsx';
import { sessionQuery, useMay } from '../portfolio/session.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import type { Instant } from '../preferences/instants.ts';
import { forms } from '../url/forms.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { createParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { accessKeysQuery, endOpenSession, openSessionsQuery } from './accessQueries.ts';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx';

export function AccessPage() {
  const may = useMay(forms.createKey);
  const [name, setName] = useSearchParam(createParam);
  const close = () => setName(null);
  return (
    <>
      <PageHead
        title={pageLinks.access.label}
        crumbs={[pageLinks.preferences]}
        actions={
          may && (
            <>
              <Button component={Link} variant="subtle" to={pageLinks.audit.to}>
                {pageLinks.audit.label}
              </Button>
              <Button
                variant="filled"
                leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
                onClick={() => setName('')}
              >
                {forms.createKey.label}
              </Button>
            </>
          )
        }
      />
      {may ? (
        <>
          <KeysPane />
          <SessionsPane />
          {name !== null && <CreateKeyDialog suggested={name} onClose={close} />}
        </>
      ) : (
        <NotAllowed what={pageLinks.access.label} operation={pageLinks.access} />
      )}
    </>
  );
}

function KeysPane() {
  const format = useFormat();
  const query = useQuery(accessKeysQuery);
  const isOpen = useQuery(sessionQuery).data?.open === true;
  const [revoking, setRevoking] = useState<AccessKey | null>(null);
  const columns = useMemo(() => keyColumns(format, setRevoking), [format]);
  const rows = query.data ?? [];
  return (
    <>
      <TablePanel
        title="Keys"
        sub={query.data && format.number(rows.length)}
        {...{ query, columns, rows }}
        what="The keys"
        rowCount={2}
        keyOf={({ _id }) => _id}
        narrowRow={56}
        hasNarrowHead
        narrowGrid="'head head value' 20px 'left third value' 18px / auto minmax(0, 1fr) auto"
        empty={
          isOpen
            ? 'No keys yet. Anyone on this machine has full access; other machines are blocked. Creating a key turns sign-in on.'
            : 'No keys.'
        }
      />
      {revoking !== null && (
        <RevokeKeyDialog revoked={revoking} onClose={() => setRevoking(null)} />
      )}
    </>
  );
}

const roleColumn: Column<{ readonly role: CallerRole }> = {
  id: 'role',
  header: 'Role',
  cell: ({ role }) => roleTexts[role].label,
  skeleton: 48,
  width: 96,
  narrow: 'left',
};

function keyColumns(
  format: Format,
  onRevoke: (key: AccessKey) => void,
): readonly Column<AccessKey>[] {
  const dateTimeOr = (at: string | null, none: string) =>
    at === null ? none : format.dateTime(at);
  return [
    {
      id: 'name',
      header: 'Name',
      cell: ({ name }) => <bdi>{name}</bdi>,
      title: ({ name }) => name,
      skeleton: 120,
      narrow: 'head',
    },
    roleColumn,
    {
      id: 'created',
      header: 'Created',
      isSoft: true,
      cell: ({ createdAt, createdBy }) => `${format.dateTime(createdAt)} by ${createdBy}`,
      title: ({ createdBy }) => `by ${createdBy}`,
      skeleton: 180,
      from: 960,
    },
    {
      id: 'expires',
      header: 'Expires',
      isSoft: true,
      cell: ({ expiresAt }) => dateTimeOr(expiresAt, 'never'),
      skeleton: 96,
      width: instantWidth(format.dateTime),
      from: 720,
    },
    {
      id: 'used',
      header: 'Last used',
      isSoft: true,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Ago at={lastUsedAt} />),
      skeleton: 64,
      width: 128,
      from: 560,
      narrow: 'third',
    },
    {
      id: 'revoke',
      header: 'Revoke',
      head: <VisuallyHidden>Revoke</VisuallyHidden>,
      kind: 'figure',
      cell: (key) => {
        const ended = endLabel(key, format);
        if (ended !== null) return <Text size="xs">{ended}</Text>;
        return (
          <Button
            size="xs"
            variant="subtle"
            aria-label={`Revoke ${key.name}`}
            onClick={() => onRevoke(key)}
          >
            Revoke…
          </Button>
        );
      },
      width: instantWidth(revokedText(format)),
      narrow: 'value',
    },
  ];
}

const revokedText = (format: Format) => (at: Instant) => `revoked ${format.dateTime(at)}`;

function endLabel({ revokedAt, expiresAt }: AccessKey, format: Format): string | null {
  if (revokedAt !== null) return revokedText(format)(revokedAt);
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : null;
}

function SessionsPane() {
  const format = useFormat();
  const query = useQuery(openSessionsQuery);
  const columns = useMemo(() => sessionColumns(format), [format]);
  const rows = query.data ?? [];
  return (
    <TablePanel
      title="Open sessions"
      sub={query.data && format.number(rows.length)}
      {...{ query, columns, rows }}
      what="The sessions"
      rowCount={1}
      keyOf={({ _id }) => _id}
      narrowRow={56}
      hasNarrowHead
      narrowGrid="'head head value' 20px 'left third value' 18px / auto minmax(0, 1fr) auto"
      empty="No open sessions."
    />
  );
}

function sessionColumns(format: Format): readonly Column<OpenSession>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      cell: ({ name, current }) => (
        <>
          <bdi>{name}</bdi>
          {current && ' (this browser)'}
        </>
      ),
      skeleton: 120,
      narrow: 'head',
    },
    roleColumn,
    {
      id: 'created',
      header: 'Signed in',
      isSoft: true,
      cell: ({ createdAt }) => format.dateTime(createdAt),
      skeleton: 120,
      width: instantWidth(format.dateTime),
      from: 720,
      narrow: 'third',
    },
    {
      id: 'active',
      header: 'Last active',
      isSoft: true,
      cell: ({ activeAt }) => <Ago at={activeAt} />,
      skeleton: 64,
      width: 128,
      from: 560,
    },
    {
      id: 'ends',
      header: 'Expires',
      isSoft: true,
      cell: ({ endsAt }) => format.dateTime(endsAt),
      skeleton: 120,
      width: instantWidth(format.dateTime),
      from: 960,
    },
    {
      id: 'end',
      header: 'End',
      head: <VisuallyHidden>End</VisuallyHidden>,
      kind: 'figure',
      // Signing out ends the user's own session.
      cell: (session) => !session.current && <EndSession {...session} />,
      width: 96,
      narrow: 'value',
    },
  ];
}

function EndSession({ _id, name }: OpenSession) {
  const ending = useMutation(endOpenSession);
  return (
    <Button
      size="xs"
      variant="subtle"
      aria-label={`End the session of ${name}`}
      aria-disabled={ending.isPending}
      onClick={() => !ending.isPending && ending.mutate(_id)}
    >
      End
    </Button>
  );
}
