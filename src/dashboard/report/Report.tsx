import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PortfolioSubject } from '#contract/subject.ts';
import { useActions } from '../design/actions.ts';
import { type Crumb, PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { printAction } from '../design/printAction.ts';
import { Segments } from '../design/Segments.tsx';
import { periodNames } from '../history/periodText.ts';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import { NotFoundPane } from '../portfolio/NotFoundPane.tsx';
import { useFormat } from '../preferences/format.ts';
import { reportPeriodParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { sheetQuery } from './reportQueries.ts';
import { TearSheet } from './TearSheet.tsx';
import './tearSheet.css';

interface ReportProps {
  readonly subject: PortfolioSubject;
  readonly crumbs: readonly Crumb[];
}

const print = () => window.print();

/** A tear sheet with its period and a button that prints it. */
export function Report({ subject, crumbs }: ReportProps) {
  const format = useFormat();
  const [period, setPeriod] = useSearchParam(reportPeriodParam);
  const { data: capabilities } = useQuery(capabilitiesQuery);
  const market = capabilities && {
    kind: capabilities.market.kind,
    currency: capabilities.currency,
  };
  const query = useQuery(sheetQuery(subject, period, market));
  useActions([{ ...printAction, run: print }]);
  const { user, thematic } = subject;
  return (
    <>
      <div className="screen-only">
        <PageHead
          title="Report"
          crumbs={crumbs}
          actions={
            <>
              <Segments label="Period" choices={periodNames} chosen={period} onChoose={setPeriod} />
              <Button onClick={print} disabled={query.data == null}>
                Print
              </Button>
            </>
          }
        />
      </div>
      <Query
        query={query}
        what="The report"
        loading={<Skeleton h={960} maw={936} mx="auto" />}
        notFound={
          user === undefined ? (
            <NotFoundPane what="thematic" id={thematic} />
          ) : (
            <NotFoundPane what="user" id={user} />
          )
        }
      >
        {(sheet) => sheet !== null && <TearSheet {...{ sheet, format }} />}
      </Query>
    </>
  );
}
