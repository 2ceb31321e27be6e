import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BookSummary } from '#contract/book.ts';
import { messageOf } from '../../../api/errors.ts';
import { useKeys } from '../../../design/keys.ts';
import { lazyComponent } from '../../../design/lazyComponent.tsx';
import { PageLink } from '../../../design/PageLink.tsx';
import { Unknown } from '../../../design/Unknown.tsx';
import { maxCompared } from '../../../history/historyQueries.ts';
import { netFlowName, overPast } from '../../../history/periodText.ts';
import { type NamedMembers, namedBookAddress } from '../../../members/bookAddress.ts';
import { bookSummaryQuery, whyNoChange } from '../../../portfolio/bookSummaryQuery.ts';
import { useMay } from '../../../portfolio/session.ts';
import { type Format, useFormat } from '../../../preferences/format.ts';
import { clearSelectedUsers, useSelectedUsers } from '../../../preferences/selectedUsers.ts';
import { attributeForm } from '../../../url/forms.ts';
import { importParam } from '../../../url/params.ts';
import { useSearchParam } from '../../../url/searchParam.ts';
import { urls } from '../../../url/urls.ts';
import { type DirectoryAnswer, periodOf } from '../directoryQueries.ts';
import { ExportLink } from '../ExportLink.tsx';
import classes from './SelectionBar.module.css';
import { listText } from './listInView.ts';
import { selectAll } from './matchingIds.ts';
import { selectionBarHeight } from './selectionText.ts';
import { useHiddenCount } from './useHiddenCount.ts';
import { useSelectedMembers } from './useSelectedMembers.ts';

interface SelectionBarProps {
  readonly answer: DirectoryAnswer;
  readonly columns: readonly string[];
  readonly text: string;
}

const keyTexts = { Esc: 'Clear the selection' };

/** Count and sums of the selected users, and what can be done with them. */
export function SelectionBar({ answer, columns, text }: SelectionBarProps) {
  const format = useFormat();
  const selected = useSelectedUsers();
  const client = useQueryClient();
  const isAll = selected.allOf === listText(answer.query);
  const count = selected.ids.size;
  const { members, error, retry } = useSelectedMembers(selected);
  const period = periodOf(answer.query);
  const some = count > 0 ? members : null;
  const summary = useQuery({ ...bookSummaryQuery(some ?? {}, period), enabled: some !== null });
  const sums = some === null ? undefined : summary.data;
  const hidden = useHiddenCount({
    answer,
    ids: selected.ids,
    members: some,
    existing: sums?.count,
  });
  const fault = error ?? summary.error;
  useKeys({ Escape: () => clearSelectedUsers() }, keyTexts);
  return (
    <section
      className={classes.bar}
      style={{ minHeight: selectionBarHeight }}
      aria-label="Selected users"
    >
      <Text component="span" fw={500} className={classes.text}>
        {text}
        {hidden > 0 && (
          <Text span inherit fw={400} c="dimmed">
            , {format.number(hidden)} not in this list
          </Text>
        )}
        {sums !== undefined && sums.notFound > 0 && (
          <Text span inherit fw={400} c="dimmed">
            , {format.number(sums.notFound)} deleted
          </Text>
        )}
      </Text>
      {fault !== null && count > 0 ? (
        <Text size="xs" c="var(--danger)" role="alert" flex={1}>
          The selection could not be read: {messageOf(fault)}{' '}
          <button type="button" onClick={error === null ? () => void summary.refetch() : retry}>
            Retry
          </button>
        </Text>
      ) : (
        count > 0 && <Sums {...{ sums, format, period }} />
      )}
      <Group gap={4} wrap="nowrap" className={classes.actions}>
        {some !== null && (
          <>
            <Button component={PageLink} variant="filled" to={namedBookAddress(some)}>
              Open as a book
            </Button>
            <Compare count={count} ids={selected.ids} />
          </>
        )}
        {count > 0 && <ChangeAttribute ids={selected.ids} />}
        {some !== null && (
          <ExportLink
            answer={{ ...answer, query: onlyMembers(answer.query, some), count }}
            labels={selectedLabels}
            columns={columns}
          />
        )}
        {!isAll && (
          // Wider tables have it in their head.
          <Button
            hiddenFrom="sm"
            variant="subtle"
            onClick={() => void selectAll(client, answer.query)}
          >
            Select all that match
          </Button>
        )}
        <Button variant="subtle" onClick={clearSelectedUsers}>
          Clear
        </Button>
      </Group>
    </section>
  );
}

const selectedLabels = [{ label: 'selected', value: '' }];

/** The same order and period, without the filters of the list. */
const onlyMembers = (
  { period, sort }: DirectoryAnswer['query'],
  members: NamedMembers,
): DirectoryAnswer['query'] => ({
  ...(period === undefined ? {} : { period }),
  ...(sort === undefined ? {} : { sort }),
  ...members,
});

interface SumsProps {
  readonly sums: BookSummary | undefined;
  readonly format: Format;
  readonly period: ReturnType<typeof periodOf>;
}

function Sums({ sums, format, period }: SumsProps) {
  const figure = (
    value: number | null | undefined,
    short: string,
    long: string,
    why = sums?.reason,
  ) => {
    if (sums === undefined) return <Skeleton width={56} />;
    if (value == null) return <Unknown why={why ?? 'Not known'} />;
    return <b title={long}>{short}</b>;
  };
  return (
    <dl className={classes.sums}>
      <Sum label="Total">
        {figure(sums?.total, format.totalShort(sums?.total ?? null), format.total(sums?.total))}
      </Sum>
      <Sum label={overPast('Value', period)}>
        {figure(
          sums?.change,
          format.changeShort(sums?.change ?? null),
          format.change(sums?.change),
          sums && whyNoChange(sums, period),
        )}
      </Sum>
      <Sum label={netFlowName}>
        {figure(sums?.flow, format.changeShort(sums?.flow ?? null), format.change(sums?.flow))}
      </Sum>
    </dl>
  );
}

function Sum({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const ChangeAttributeDialog = lazyComponent(
  async () => (await import('../../attributes/ChangeAttributeDialog.tsx')).ChangeAttributeDialog,
);

function ChangeAttribute({ ids }: { readonly ids: ReadonlySet<string> }) {
  const mayChange = useMay(attributeForm);
  const [isOpen, setOpen] = useState(false);
  const [, setImporting] = useSearchParam(importParam);
  const close = () => setOpen(false);
  if (!mayChange) return null;
  return (
    <>
      <Button
        variant="subtle"
        title="Set or remove an attribute of the selected users"
        onClick={() => setOpen(true)}
      >
        Change attribute…
      </Button>
      {isOpen && (
        <ChangeAttributeDialog
          ids={ids}
          onClose={close}
          onImports={() => {
            close();
            setImporting(true);
          }}
        />
      )}
    </>
  );
}

interface CompareProps {
  readonly count: number;
  readonly ids: ReadonlySet<string>;
}

function Compare({ count, ids }: CompareProps) {
  if (count < 2 || count > maxCompared) {
    return (
      <Button variant="subtle" disabled title={`Select 2 to ${maxCompared} users to compare them`}>
        Compare
      </Button>
    );
  }
  return (
    <Button
      component={PageLink}
      variant="subtle"
      to={urls.compareUsers([...ids])}
      title="Compare their returns in one chart"
    >
      Compare
    </Button>
  );
}
