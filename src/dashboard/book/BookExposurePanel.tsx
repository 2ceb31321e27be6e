import { Box, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useWhyUnknown } from '../api/service.ts';
import { EmptyPane } from '../design/EmptyPane.tsx';
import { PageLink } from '../design/PageLink.tsx';
import { Panel } from '../design/Panel.tsx';
import { Segments } from '../design/Segments.tsx';
import { exposureAddress } from '../members/bookAddress.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { ExposureBars, largestOf } from '../portfolio/ExposureBars.tsx';
import { useThematics } from '../portfolio/useThematics.ts';
import { useFormat } from '../preferences/format.ts';
import { usePrivacy } from '../preferences/preferences.ts';
import { useAsOf } from '../url/asOf.ts';
import { pageLinks } from '../url/pageLinks.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { BookCsv } from './BookCsv.tsx';
import { bookExposureParam, partQueries, shownExposures } from './bookParts.ts';

const kinds = { token: 'Token', thematic: 'Thematic' } as const;

export function BookExposurePanel({ members }: { readonly members: MembersQuery }) {
  const format = useFormat();
  const { nameOf } = useThematics();
  const asOf = useAsOf();
  const whyNoAmounts = useWhyUnknown('amounts');
  const whyNone = asOf === null ? null : whyNoAmounts;
  const isHidden = usePrivacy() === 'hidden';
  const [params] = useSearchParams();
  const [by, setBy] = useSearchParam(bookExposureParam);
  const { options, path } = partQueries.exposure(members, by, asOf);
  const query = useQuery({ ...options, enabled: whyNone === null });
  const { data } = query;
  const rows = useMemo(
    () =>
      (data?.rows ?? []).map((row) => ({
        ...row,
        name: by === 'token' ? row.id : (row.name ?? nameOf(row.id)),
      })),
    [data, by, nameOf],
  );
  if (whyNone !== null) {
    return (
      <Panel title={pageLinks.exposure.label}>
        <EmptyPane title="No past exposure">{whyNone}</EmptyPane>
      </Panel>
    );
  }
  return (
    <Panel
      title={pageLinks.exposure.label}
      sub={data !== undefined && data.count > 0 ? countText(data.count) : undefined}
      actions={
        <>
          <Segments
            label={`${pageLinks.exposure.label} by`}
            choices={kinds}
            chosen={by}
            onChoose={setBy}
          />
          <BookCsv path={path} what={`exposure by ${by}`} />
        </>
      }
      {...{ query, path }}
      what="The exposure"
      loading={<Box h={shownExposures * 22 + 36} />}
      isEmpty={() => rows.length === 0}
      empty={
        <Text px="var(--gutter)" py="sm" c="dimmed">
          {asOf === null ? 'No holdings.' : 'No holdings then.'}
        </Text>
      }
    >
      {() => (
        <>
          {isHidden ? (
            <EmptyPane title={`${pageLinks.exposure.label} is hidden`}>
              The bars would reveal shares, which privacy mode hides.
            </EmptyPane>
          ) : largestOf(rows).length === 0 ? (
            <Text px="var(--gutter)" py="sm" c="dimmed">
              Some totals are not known, so shares cannot be calculated.
            </Text>
          ) : (
            <ExposureBars {...{ by, rows }} />
          )}
          <Box px="var(--gutter)" pb="sm">
            <Button
              component={PageLink}
              variant="default"
              size="xs"
              to={exposureAddress(params, by)}
            >
              All exposure of the book
            </Button>
          </Box>
        </>
      )}
    </Panel>
  );

  function countText(count: number): string {
    const noun = kinds[by].toLowerCase();
    return count > shownExposures
      ? `largest ${shownExposures} of ${format.count(count, noun)}`
      : format.count(count, noun);
  }
}
