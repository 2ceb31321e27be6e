import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isPastType } from '#contract/period.ts';
import { parseTime } from '#contract/time.ts';
import { useActions } from '../design/actions.ts';
import { type Crumb, PageHead } from '../design/PageHead.tsx';
import { Query } from '../design/Panel.tsx';
import { printAction } from '../design/printAction.ts';
import { Segments } from '../design/Segments.tsx';
import { AsOfBar } from '../history/AsOfBar.tsx';
import { AsOfTool } from '../history/AsOfTool.tsx';
import { periodParamOf } from '../history/period.ts';
import { PeriodMenu } from '../history/PeriodMenu.tsx';
import { periodNames } from '../history/periodText.ts';
import type { FiguresOwner } from '../portfolio/bookSubject.ts';
import { capabilitiesQuery } from '../portfolio/capabilities.ts';
import { NotFoundPane } from '../portfolio/NotFoundPane.tsx';
import { useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { initialReportPeriod } from '../url/carried.ts';
import { useSearchParam } from '../url/searchParam.ts';
import { sheetQuery } from './reportQueries.ts';
import { TearSheet } from './TearSheet.tsx';
import './tearSheet.css';

interface ReportProps {
  readonly subject: FiguresOwner;
  /** Replaces the subtitle of the sheet. */
  readonly subtitle?: string;
  readonly crumbs: readonly Crumb[];
}

const reportPeriodParam = periodParamOf(initialReportPeriod);
const print = () => window.print();

/** A tear sheet with its period, its instant, and a button that prints it. */
export function Report({ subject, subtitle, crumbs }: ReportProps) {
  const format = useFormat();
  const { timeZone } = format;
  const [period, setPeriod] = useSearchParam(reportPeriodParam);
  const asOf = useAsOf();
  const { data: capabilities } = useQuery(capabilitiesQuery);
  const market = capabilities && {
    kind: capabilities.market.kind,
    asOf: capabilities.market.asOf,
    currency: capabilities.currency,
  };
  const query = useQuery(sheetQuery({ subject, period, asOf, timeZone, market }));
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
              <Segments
                label="Period"
                choices={periodNames}
                // None of them while the menu's period is shown.
                chosen={isPastType(period) ? period : null}
                onChoose={setPeriod}
              />
              <PeriodMenu
                chosen={period}
                choosePeriod={setPeriod}
                format={format}
                asOf={asOf ?? parseTime(market?.asOf ?? '')}
              />
              <AsOfTool />
              <Button onClick={print} disabled={query.data == null}>
                Print
              </Button>
            </>
          }
        />
        <AsOfBar />
      </div>
      <Query
        query={query}
        what="The report"
        loading={<Skeleton h={960} maw={936} mx="auto" />}
        notFound={
          user !== undefined ? (
            <NotFoundPane what="user" id={user} />
          ) : (
            thematic !== undefined && <NotFoundPane what="thematic" id={thematic} />
          )
        }
      >
        {(sheet) =>
          sheet !== null && (
            <TearSheet sheet={{ ...sheet, subtitle: subtitle ?? sheet.subtitle }} format={format} />
          )
        }
      </Query>
    </>
  );
}
