import { Box, Button, Group } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { type AuditEntry } from '#contract/audit.ts';
import { auditKinds } from '#contract/auditKinds.ts';
import { pathOf } from '#contract/operation.ts';
import { getAudit } from '#contract/operations/audit.ts';
import { ChipSelect } from '../../design/ChipSelect.tsx';
import { DataTable, TableSkeleton } from '../../design/DataTable.tsx';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { PageSearch } from '../../design/ListTools.tsx';
import { NoteLine } from '../../design/NoteLine.tsx';
import { PageHead } from '../../design/PageHead.tsx';
import { OlderRows } from '../../design/OlderRows.tsx';
import { Query } from '../../design/Panel.tsx';
import { Segments } from '../../design/Segments.tsx';
import { useDataTable } from '../../design/useDataTable.ts';
import { CsvLink } from '../../portfolio/CsvLink.tsx';
import { NotAllowed } from '../../portfolio/NotAllowed.tsx';
import { useMay } from '../../portfolio/session.ts';
import { timeSpanChoices } from '../../portfolio/timeSpans.ts';
import { useThematics } from '../../portfolio/useThematics.ts';
import { operationLabels } from '../../portfolio/operationLabels.ts';
import { useFormat } from '../../preferences/format.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { pageLinks } from '../../url/pageLinks.ts';
import {
  actorParam,
  entryParam,
  idParam,
  kindParam,
  operationParam,
  resultParam,
  searchName,
  spanParam,
  verifyParam,
} from '../../url/params.ts';
import { useParamLink, useSearchParam, useSetParams } from '../../url/searchParam.ts';
import { useTypedParam } from '../../url/typedParam.ts';
import { auditColumns } from './auditColumns.tsx';
import { faultText, kindLabels, resultLabels } from './auditLabels.ts';
import { type AuditFilter, auditQuery, lastVerificationQuery } from './auditQueries.ts';

const EntryDialog = lazyComponent(async () => (await import('./EntryDialog.tsx')).EntryDialog);
const VerifyTrailDialog = lazyComponent(
  async () => (await import('./VerifyTrailDialog.tsx')).VerifyTrailDialog,
);

export function AuditPage() {
  const may = useMay(pageLinks.audit);
  return may ? (
    <AuditTrail />
  ) : (
    <>
      <Head />
      <NotAllowed what={pageLinks.audit.label} operation={pageLinks.audit} />
    </>
  );
}

function Head({ actions }: { readonly actions?: ReactNode }) {
  return <PageHead title={pageLinks.audit.label} crumbs={[pageLinks.access]} actions={actions} />;
}

function AuditTrail() {
  const { filter, tools } = useAuditFilter();
  const [verifying, setVerifying] = useSearchParam(verifyParam);
  const query = useAuditQuery(filter);
  const fault = useQuery(lastVerificationQuery).data?.fault;
  // All matches, from the same instant on as the list.
  const listedQuery = query.data?.pages[0]?.query ?? {};
  const csv = pathOf(getAudit, { query: { ...listedQuery, format: 'csv' } });
  const privacy = usePrivacy();
  const actions = (
    <>
      {/* The file contains changed values, including amounts. */}
      {privacy === 'off' && <CsvLink to={csv} file="audit.csv" what="all matching entries" />}
      <Button
        leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
        onClick={() => setVerifying('')}
      >
        Verify
      </Button>
    </>
  );
  return (
    <>
      <Head actions={actions} />
      {fault !== undefined && fault !== null && (
        <NoteLine tone="danger">{faultText(fault)}</NoteLine>
      )}
      {tools}
      <Entries {...{ filter, query }} />
      {verifying !== null && (
        <VerifyTrailDialog suggested={verifying} onClose={() => setVerifying(null)} />
      )}
    </>
  );
}

const useAuditQuery = (filter: AuditFilter) => useInfiniteQuery(auditQuery(filter));

const results = { '': 'All', ...resultLabels };
const kinds = [
  { value: '', label: 'All targets' },
  ...auditKinds.map((kind) => ({ value: kind, label: kindLabels[kind] })),
] as const;
const operations = [
  { value: '', label: 'All actions' },
  ...Object.entries(operationLabels).map(([value, label]) => ({ value, label })),
];

function useAuditFilter() {
  const [q, setQ] = useTypedParam(searchName);
  const [operation, setOperation] = useSearchParam(operationParam);
  const [kind, setKind] = useSearchParam(kindParam);
  const [result, setResult] = useSearchParam(resultParam);
  const [chosenSpan, setSpan] = useSearchParam(spanParam);
  const [actor, setActor] = useSearchParam(actorParam);
  const [id, setId] = useSearchParam(idParam);
  const span = chosenSpan === 'since' ? 'all' : chosenSpan;
  const filter: AuditFilter = { q, actor, operation, kind, id, result, span };
  const tools = (
    <Group gap="xs" px="var(--gutter)" py="xs">
      <PageSearch
        label="Search entries"
        placeholder="Name, id, address"
        value={q}
        onChange={setQ}
      />
      <Box flex="1 1 260px" h={32}>
        <Segments label="Result" choices={results} chosen={result} onChoose={setResult} />
      </Box>
      <ChipSelect label="Action" choices={operations} chosen={operation} onChoose={setOperation} />
      <ChipSelect label="Target" choices={kinds} chosen={kind} onChoose={setKind} />
      <ChipSelect label="Time" choices={timeSpanChoices} chosen={span} onChoose={setSpan} />
      {actor !== '' && <FilterChip label="by" text={actor} onClear={() => setActor('')} />}
      {id !== '' && <FilterChip label="of" text={id} onClear={() => setId('')} />}
    </Group>
  );
  return { filter, tools };
}

interface FilterChipProps {
  readonly label: string;
  readonly text: string;
  readonly onClear: () => void;
}

function FilterChip({ label, text, onClear }: FilterChipProps) {
  return (
    <Button aria-label={`Remove filter: ${label} ${text}`} onClick={onClear}>
      {label} <bdi>{text}</bdi> ×
    </Button>
  );
}

const tableProps = {
  label: pageLinks.audit.label,
  narrowRow: 76,
  narrowGrid: "'head value' 20px 'left right' 18px 'third third' 18px / minmax(0, 1fr) auto",
} as const;
const noEntries: readonly AuditEntry[] = [];

interface EntriesProps {
  readonly filter: AuditFilter;
  readonly query: ReturnType<typeof useAuditQuery>;
}

function Entries({ filter, query }: EntriesProps) {
  const format = useFormat();
  const link = useParamLink();
  const setParams = useSetParams();
  const [opened, setOpened] = useSearchParam(entryParam);
  const [layout, onLayout] = useTableLayout('audit');
  const rows = useMemo(
    () => query.data?.pages.flatMap(({ entries }) => entries) ?? noEntries,
    [query.data],
  );
  const thematics = useThematics();
  const columns = auditColumns(format, thematics, ({ seq }) =>
    link({ [entryParam.name]: String(seq) }),
  );
  const model = useDataTable({ columns, rows, layout, onLayout });
  const entry = rows.find(({ seq }) => String(seq) === opened);
  const isFiltered = Object.values(filter).some((value) => value !== '' && value !== 'all');
  const showAll = () =>
    setParams({
      [searchName]: null,
      ...Object.fromEntries(filterParams.map(({ name }) => [name, null])),
    });
  return (
    <>
      <Query
        query={query}
        what={pageLinks.audit.label}
        loading={<TableSkeleton {...tableProps} model={model} rowCount={12} />}
        isEmpty={() => rows.length === 0}
        empty={
          <EmptyPane
            title={isFiltered ? 'No matching entries' : 'No entries yet'}
            actions={isFiltered && <Button onClick={showAll}>Show all entries</Button>}
          >
            {isFiltered
              ? 'No entry matches this search and these filters.'
              : 'Changes, sign-ins and refused requests are recorded.'}
          </EmptyPane>
        }
      >
        {() => (
          <>
            <DataTable
              {...tableProps}
              model={model}
              hasPageKeys
              keyOf={({ seq }) => String(seq)}
              isSelected={({ seq }) => String(seq) === opened}
            />
            <OlderRows count={format.number(rows.length)} query={query} />
          </>
        )}
      </Query>
      {entry !== undefined && <EntryDialog entry={entry} onClose={() => setOpened('')} />}
    </>
  );
}

const filterParams = [operationParam, kindParam, resultParam, spanParam, actorParam, idParam];
