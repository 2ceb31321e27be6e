import { Box, Button, Group, Text } from '@mantine/core';
import { clsx } from 'clsx';
import { Fragment, useMemo, useState } from 'react';
import {
  checkCsv,
  checkEffect,
  checkMarkdown,
  type CheckFinding,
  checkOutcomeLabels,
  type CheckReport,
  checkSummary,
  outcomeCounts,
} from '#contract/serviceCheck.ts';
import type { Column } from '../design/columns.ts';
import { DataTable } from '../design/DataTable.tsx';
import { download } from '../design/download.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { NoteLine } from '../design/NoteLine.tsx';
import { Panel } from '../design/Panel.tsx';
import { PrivacyCover } from '../design/PrivacyCover.tsx';
import { Segments } from '../design/Segments.tsx';
import { useDataTable } from '../design/useDataTable.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { callColumn, callFigure } from './callColumns.tsx';
import classes from './calls.module.css';

interface ServiceCheckReportProps {
  readonly report: CheckReport;
}

const filters = { differences: 'Differences', untried: 'Not tried', all: 'All' };
type FindingFilter = keyof typeof filters;

const passes: Readonly<Record<FindingFilter, (finding: CheckFinding) => boolean>> = {
  differences: ({ outcome }) => outcome === 'differs' || outcome === 'unreadable',
  untried: ({ outcome }) => outcome === 'not-tried',
  all: () => true,
};

const emptyTitles: Readonly<Record<FindingFilter, string>> = {
  differences: 'No differences in the calls tried',
  untried: 'Everything was tried',
  all: 'No findings',
};

export function ServiceCheckReport({ report }: ServiceCheckReportProps) {
  const [filter, setFilter] = useState<FindingFilter>('differences');
  const shown = report.findings.filter(passes[filter]);
  return (
    <>
      {report.left.map((sentence) => (
        <NoteLine key={sentence} tone="warn">
          {sentence}
        </NoteLine>
      ))}
      <Group justify="space-between" px="var(--gutter)" py="xs">
        <Text role="status">{checkSummary(report)}</Text>
        <Downloads {...{ report }} />
      </Group>
      <CheckedCalls {...{ report }} />
      <Panel
        title="Findings"
        actions={
          <Segments label="Findings" choices={filters} chosen={filter} onChoose={setFilter} />
        }
      >
        {shown.length === 0 && <EmptyPane title={emptyTitles[filter]} />}
        {shown.length > 0 && (
          <PrivacyCover what="findings">
            {[...Map.groupBy(shown, ({ call }) => call)].map(([call, findings]) => (
              <Fragment key={call}>
                <h3 className={classes.call}>{call}</h3>
                {findings.map((finding) => (
                  <FindingLine key={finding.found} {...{ finding }} />
                ))}
              </Fragment>
            ))}
          </PrivacyCover>
        )}
      </Panel>
    </>
  );
}

function Downloads({ report }: ServiceCheckReportProps) {
  const save = (end: string, text: string, type: string) => () =>
    download(`check-${report.startedAt}.${end}`, text, type);
  const json = JSON.stringify(report, null, 2);
  return (
    <Group role="group" aria-label="Download the report" gap="xs">
      <Button onClick={save('json', json, 'application/json')}>JSON</Button>
      <Button onClick={save('md', checkMarkdown(report), 'text/markdown')}>Markdown</Button>
      <Button onClick={save('csv', checkCsv(report), 'text/csv')}>CSV</Button>
    </Group>
  );
}

interface CheckedCall {
  readonly call: string;
  readonly findings: string;
  readonly answers: number | null;
  readonly medianMs: number | null;
  readonly slowestMs: number | null;
}

function CheckedCalls({ report }: ServiceCheckReportProps) {
  const format = useFormat();
  const columns = useMemo(() => checkedColumns(format), [format]);
  const rows = useMemo(() => checkedCalls(report), [report]);
  const model = useDataTable({ columns, rows });
  return (
    <Panel title="Calls">
      <DataTable
        label="Calls"
        {...{ model }}
        keyOf={({ call }) => call}
        isInPane
        narrowRow={56}
        narrowGrid="'head value' 20px 'left right' 18px / minmax(0, 1fr) auto"
      />
    </Panel>
  );
}

function checkedCalls({ findings, latencies }: CheckReport): CheckedCall[] {
  return [...Map.groupBy(findings, ({ call }) => call)].map(([call, its]) => {
    const latency = latencies.find((one) => one.call === call);
    return {
      call,
      findings: outcomeCounts(its),
      answers: latency?.answers ?? null,
      medianMs: latency?.medianMs ?? null,
      slowestMs: latency?.slowestMs ?? null,
    };
  });
}

function checkedColumns(format: Format): readonly Column<CheckedCall>[] {
  return [
    callColumn(({ call }) => call, 480),
    {
      id: 'findings',
      header: 'Findings',
      isSoft: true,
      cell: ({ findings }) => findings,
      title: ({ findings }) => findings,
      narrow: 'left',
    },
    callFigure(format, 'Answers', ({ answers }) => answers, { from: 720 }),
    callFigure(format, 'Median', ({ medianMs }) => medianMs, {
      unit: 'ms',
      narrow: 'value',
      after: ' ms',
    }),
    callFigure(format, 'Slowest', ({ slowestMs }) => slowestMs, {
      unit: 'ms',
      narrow: 'right',
      before: 'slowest ',
      after: ' ms',
    }),
  ];
}

function FindingLine({ finding }: { readonly finding: CheckFinding }) {
  const effect = checkEffect(finding);
  return (
    <div className={classes.finding}>
      <span className={toneOf(finding)}>{checkOutcomeLabels[finding.outcome]}</span>
      <Box>
        <Text className={classes.found}>{finding.found ?? 'Matches the interface'}</Text>
        {effect !== '' && (
          <Text size="xs" c="dimmed">
            {effect}
          </Text>
        )}
      </Box>
    </div>
  );
}

function toneOf({ outcome, isHarmless }: CheckFinding): string {
  const tones = {
    passed: classes.passed,
    'not-tried': classes.quiet,
    differs: isHarmless ? classes.warn : classes.danger,
    unreadable: classes.danger,
  };
  return clsx(tones[outcome]);
}
