import { Text } from '@mantine/core';
import type { AuditEntry } from '#contract/audit.ts';
import { type Column, instantWidth } from '../../design/columns.ts';
import type { Format } from '../../preferences/format.ts';
import { changesLine, changeTexts } from '../../portfolio/changeTexts.ts';
import type { Thematics } from '../../portfolio/useThematics.ts';
import classes from './auditColumns.module.css';
import { kindLabels, resultLabels, subjectText, actionLabel } from './auditLabels.ts';

export function auditColumns(
  format: Format,
  thematics: Thematics,
  href: (entry: AuditEntry) => string,
): readonly Column<AuditEntry>[] {
  const line = ({ changes, details }: AuditEntry) =>
    changes === null
      ? countsLine(details, format)
      : changesLine(changeTexts(changes, format, thematics), format);
  return [
    {
      id: 'what',
      header: 'Action',
      href,
      cell: actionLabel,
      title: actionLabel,
      skeleton: 120,
      width: 152,
      narrow: 'head',
    },
    {
      id: 'subject',
      header: 'Target',
      cell: (entry) =>
        entry.subject !== null && (
          <>
            <Text span inherit c="dimmed">
              {kindLabels[entry.subject.kind].toLowerCase()}
            </Text>{' '}
            <bdi>{subjectText(entry)}</bdi>
            {line(entry) !== '' && <span className={classes.narrowOnly}> · {line(entry)}</span>}
          </>
        ),
      title: subjectText,
      skeleton: 140,
      width: 208,
      narrow: 'third',
    },
    {
      id: 'change',
      header: 'Change',
      cell: line,
      title: line,
      skeleton: 200,
      from: 800,
    },
    {
      id: 'actor',
      header: 'Actor',
      cell: ({ actor }) => <bdi>{actor.name}</bdi>,
      title: ({ actor }) => actor.name,
      skeleton: 96,
      width: 136,
      narrow: 'left',
    },
    {
      id: 'address',
      header: 'Address',
      isSoft: true,
      cell: ({ address }) => address ?? '–',
      title: ({ address }) => address ?? undefined,
      width: 120,
      from: 1100,
    },
    {
      id: 'result',
      header: 'Result',
      kind: 'figure',
      cell: ({ result, status }) => (
        <Text
          span
          inherit
          {...(result === 'ok' || result === 'started'
            ? { className: classes.wideOnly }
            : { c: 'var(--danger)' })}
        >
          {resultLabels[result]}
          {result !== 'ok' && status !== null && ` ${status}`}
        </Text>
      ),
      title: ({ code }) => code ?? undefined,
      skeleton: 40,
      width: 96,
      narrow: 'right',
    },
    {
      id: 'when',
      header: 'Time',
      kind: 'figure',
      isSoft: true,
      cell: ({ at }) => format.dateTime(at),
      title: ({ at }) => at,
      skeleton: 110,
      width: instantWidth(format.dateTime),
      narrow: 'value',
    },
  ];
}

function countsLine(details: AuditEntry['details'], format: Format): string {
  return Object.entries(details ?? {})
    .flatMap(([name, value]) =>
      typeof value === 'number' && value > 0 && name !== 'rows'
        ? `${format.number(value)} ${name}`
        : [],
    )
    .join(', ');
}
