import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useOffer } from '../../shared/api/capabilities.ts';
import { Loading } from '../../shared/ui/Skeleton.tsx';
import { Query } from '../../shared/ui/Query.tsx';
import type { Attributes } from '../userAttributes.ts';
import type { CellKind } from './cells.ts';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import classes from './ImportReview.module.css';
import type { ImportRun } from './importRun.ts';
import type { ImportFile } from './ImportUsersDialog.tsx';
import { readKnownUsers } from './knownUsers.ts';
import { planImport, type PlannedRow } from './plan.ts';

interface ImportReviewProps {
  readonly file: ImportFile;
  readonly run: ImportRun | null;
  readonly onStart: (rows: readonly PlannedRow[]) => void;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

const noChoices: ReadonlyMap<string, CellKind> = new Map();

/** The dry run of a file, how its columns are read, and then the run itself. */
export function ImportReview({ file, run, ...on }: ImportReviewProps) {
  const client = useQueryClient();
  const offersDirectory = useOffer('directory');
  const [kinds, setKinds] = useState(noChoices);
  const known = useQuery<ReadonlyMap<string, Attributes>>({
    queryKey: ['import', file.key, 'known'],
    queryFn: () => readKnownUsers(client, offersDirectory === true),
    enabled: offersDirectory !== undefined && run === null,
    // As the dry run saw them: what is being sent does not change under the person.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    structuralSharing: false,
    gcTime: 0,
  });
  const plan = useQuery({
    queryKey: ['import', file.key, 'plan', [...kinds], known.dataUpdatedAt],
    queryFn: () => planImport(file.table, kinds, known.data ?? new Map<string, Attributes>()),
    enabled: known.data !== undefined && run === null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    gcTime: 0,
  });
  const shownKinds = useMemo(
    () => file.table.columns.map((column) => kinds.get(column.name) ?? column.guessed),
    [file, kinds],
  );
  const looking = (
    <p className={classes.looking}>
      <Loading what="the dry run" />
      Looking at the rows of {file.name}, and at who is there already…
    </p>
  );
  return (
    <div className={classes.review}>
      <ImportColumns
        columns={file.table.columns}
        kinds={shownKinds}
        isFixed={run !== null}
        onKind={(name, kind) => setKinds((before) => new Map(before).set(name, kind))}
      />
      <Query query={known} what="Who is there already" loading={looking}>
        {() => (
          <Query query={plan} what="The rows" loading={looking}>
            {(planned) => (
              <ImportOutcome
                file={file}
                planned={planned}
                isCurrent={!plan.isPlaceholderData}
                run={run}
                {...on}
              />
            )}
          </Query>
        )}
      </Query>
    </div>
  );
}
