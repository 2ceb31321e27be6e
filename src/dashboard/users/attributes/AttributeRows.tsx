import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { failuresCsv } from '#contract/failuresCsv.ts';
import { type UserOutcome, userOutcomes } from '#contract/userImport.ts';
import { download } from '../../design/download.ts';
import { useFormat } from '../../preferences/format.ts';
import type { RunView } from '../transfer/importRun.ts';
import { outcomeColumns, OutcomeRows } from '../transfer/OutcomeRows.tsx';
import type { AttributeChange, AttributeDraft } from './attributeChange.ts';
import { isChangeOutcome, unchangedTexts } from './attributeTexts.ts';

interface AttributeRowsProps {
  readonly view: RunView;
  readonly draft: AttributeDraft;
  readonly isPlan: boolean;
}

/** The users with their outcomes. */
export function AttributeRows({ view, draft, isPlan }: AttributeRowsProps) {
  const { action } = draft;
  const columns = useMemo(() => {
    const { one } = unchangedTexts[action];
    const texts = {
      updated: isPlan ? 'will change' : 'changed',
      unchanged: one,
      failed: isPlan ? 'cannot change' : 'not changed',
    };
    return outcomeColumns({
      resultOf: (outcome: UserOutcome) => (isChangeOutcome(outcome) ? texts[outcome] : outcome),
      detailHeader: 'Reason',
      detailOf: ({ reason = '' }) => reason,
    });
  }, [action, isPlan]);
  const filters = [
    { label: 'All', outcomes: userOutcomes },
    { label: isPlan ? 'Will change' : 'Changed', outcomes: ['updated'] },
    { label: 'Unchanged', outcomes: ['unchanged'] },
    { label: 'Failed', outcomes: ['failed'] },
  ] as const;
  return <OutcomeRows {...{ view, filters, columns }} label="Selected users" />;
}

interface SaveFailedUsersProps {
  readonly change: AttributeChange;
  readonly view: RunView;
}

/** Downloads the failed users as a CSV that an import of users accepts once they are corrected. */
export function SaveFailedUsers({ change: { draft, title }, view }: SaveFailedUsersProps) {
  const format = useFormat();
  const count = view.counts.failed;
  if (count === 0) return null;
  const isSet = draft.action === 'set';
  const save = () => {
    const failed = view.users
      .filter(({ outcome }) => outcome === 'failed')
      .map((user) => ({
        ...user,
        rows: [{ row: user.row, cells: isSet ? [user.user, draft.text] : [user.user] }],
      }));
    const columns = ['customId', ...(isSet ? [draft.name] : [])].map((name) => ({ name }));
    download(`${title} failures.csv`, failuresCsv(columns, failed), 'text/csv');
  };
  return (
    <Button
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      title="Lists each failed user with the reason"
      onClick={save}
    >
      Download {format.count(count, 'failure')}
    </Button>
  );
}
