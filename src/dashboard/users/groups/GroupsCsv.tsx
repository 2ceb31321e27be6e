import type { GroupBy } from '#contract/directoryGroupParameters.ts';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { fileName } from '../../design/download.ts';
import { CsvLink, hiddenInCsv } from '../../portfolio/CsvLink.tsx';
import { useFormat } from '../../preferences/format.ts';
import { usePrivacy } from '../../preferences/preferences.ts';
import { groupingLabel } from './groupParams.ts';
import type { groupsInput } from './groupQueries.ts';

interface GroupsCsvProps {
  readonly input: ReturnType<typeof groupsInput>;
  readonly by: GroupBy;
  readonly asOf: string;
}

export function GroupsCsv({ input, by, asOf }: GroupsCsvProps) {
  const format = useFormat();
  const privacy = usePrivacy();
  const path = pathOf(getDirectory, {
    query: {
      ...input.query,
      format: 'csv',
      figures: hiddenInCsv[privacy],
      unit: format.currency ?? undefined,
    },
  });
  const file = fileName(`users by ${groupingLabel(by)} as of ${asOf.slice(0, 10)}.csv`);
  return <CsvLink to={path} file={file} what="the groups" privacy={privacy} />;
}
