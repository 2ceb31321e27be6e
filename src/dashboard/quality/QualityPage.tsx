import { Box, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pathOf } from '#contract/operation.ts';
import { getQuality } from '#contract/operations/quality.ts';
import type { QualityWindow } from '#contract/quality.ts';
import { DataTable, TableSkeleton } from '../design/DataTable.tsx';
import { fileName } from '../design/download.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { useDataTable } from '../design/useDataTable.ts';
import { CsvLink, hiddenInCsv } from '../portfolio/CsvLink.tsx';
import { qualityQueries } from '../portfolio/qualityQueries.ts';
import { useThematics } from '../portfolio/useThematics.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { qualityColumns } from './qualityColumns.tsx';

const noRows: QualityWindow['rows'] = [];

export function QualityPage() {
  const format = useFormat();
  const privacy = usePrivacy();
  const { nameOf, categories } = useThematics();
  const query = useQuery(qualityQueries.all());
  const rows = query.data?.rows ?? noRows;
  const columns = useMemo(
    () => qualityColumns(format, { nameOf, categories }),
    [format, nameOf, categories],
  );
  const model = useDataTable({ columns, rows });
  const table = {
    label: pageLinks.quality.label,
    model,
    hasNarrowHead: true,
    narrowGrid: "'head value' 20px 'left left' 18px / minmax(0, 1fr) auto",
  };
  return (
    <>
      <PageHead
        title={pageLinks.quality.label}
        sub={
          query.data !== undefined &&
          rows.length < query.data.count &&
          `worst ${format.number(rows.length)} of ${format.number(query.data.count)}`
        }
        actions={
          rows.length > 0 && (
            <Box visibleFrom="sm">
              <CsvLink
                to={pathOf(getQuality, {
                  query: { format: 'csv', figures: hiddenInCsv[privacy] },
                })}
                file={fileName(`data quality as of ${query.data?.asOf.slice(0, 10)}.csv`)}
                what="all flaws"
                privacy={privacy}
              />
            </Box>
          )
        }
      />
      <Query
        query={query}
        what="The data quality"
        path={qualityQueries.allPath}
        loading={<TableSkeleton {...table} rowCount={12} />}
        isEmpty={({ count }) => count === 0}
        empty={<NoFlaws checked={query.data} />}
      >
        {(found) => (
          <>
            <DataTable {...table} keyOf={({ kind, id }) => `${kind} ${id}`} />
            <Group mih={44} px="var(--gutter)" py="xs" fz="xs" c="dimmed">
              {rows.length < found.count
                ? `First ${format.number(rows.length)} of ${format.number(found.count)} with flaws; the CSV has all`
                : `${format.number(found.count)} with flaws`}
              , of {checkedText(format, found)} · as of {format.dateTime(found.asOf)}
              {found.reason !== undefined && <span>{found.reason}</span>}
            </Group>
          </>
        )}
      </Query>
    </>
  );
}

function checkedText(format: Format, { checked }: QualityWindow): string {
  const { tokens, thematics, users } = checked;
  return `${format.count(tokens, 'token')}, ${format.count(thematics, 'thematic')} and ${format.count(users, 'user')} checked`;
}

function NoFlaws({ checked }: { readonly checked: QualityWindow | undefined }) {
  const format = useFormat();
  return (
    <EmptyPane title="No flaws found">
      {checked !== undefined &&
        `${checkedText(format, checked)}, as of ${format.dateTime(checked.asOf)}. ${checked.reason ?? ''}`}
    </EmptyPane>
  );
}
