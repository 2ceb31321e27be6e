import { Text } from '@mantine/core';
import type { AuditEntry } from '#contract/audit.ts';
import type { Column } from '../../design/columns.ts';
import type { Format } from '../../preferences/format.ts';
import { kindLabels, resultLabels, subjectOf, whatOf } from './auditLabels.ts';

/** Who did what to whom when, from where, with which result. */
export function auditColumns(
  format: Format,
  href: (entry: AuditEntry) => string,
): readonly Column<AuditEntry>[] {
  return [
    {
      id: 'what',
      header: 'What',
      href,
      cell: whatOf,
      title: whatOf,
      skeleton: 120,
      width: 200,
      narrow: 'head',
    },
    {
      id: 'subject',
      header: 'Of what',
      cell: (entry) =>
        entry.subject !== null && (
          <>
            <Text span inherit c="dimmed">
              {kindLabels[entry.subject.kind].toLowerCase()}
            </Text>{' '}
            <bdi>{subjectOf(entry)}</bdi>
          </>
        ),
      title: subjectOf,
      skeleton: 140,
      narrow: 'third',
    },
    {
      id: 'actor',
      header: 'Who',
      cell: ({ actor }) => <bdi>{actor.name}</bdi>,
      title: ({ actor }) => actor.name,
      skeleton: 96,
      width: 200,
      narrow: 'left',
    },
    {
      id: 'address',
      header: 'From',
      isSoft: true,
      cell: ({ address }) => address ?? '–',
      width: 144,
      from: 960,
    },
    {
      id: 'result',
      header: 'Result',
      kind: 'figure',
      cell: ({ result, status }) => (
        <Text span inherit c={result === 'ok' ? 'inherit' : 'var(--danger)'}>
          {resultLabels[result]}
          {result !== 'ok' && status !== null && ` ${status}`}
        </Text>
      ),
      title: ({ code }) => code ?? undefined,
      skeleton: 40,
      width: 104,
      narrow: 'value',
    },
    {
      id: 'when',
      header: 'When',
      kind: 'figure',
      isSoft: true,
      cell: ({ at }) => format.dateTime(at),
      title: ({ at }) => at,
      skeleton: 110,
      width: 176,
      narrow: 'right',
    },
  ];
}
