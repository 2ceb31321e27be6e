import type { Capabilities } from './capabilities.ts';
import type { Period } from './period.ts';
import type { PortfolioSubject } from './subject.ts';

interface ReportAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export interface ReportOptions {
  readonly period: Period;
  /** The past instant that the report shows (epoch ms); null: the present. */
  readonly asOf: number | null;
  /** The market that values holdings, its as of, and the currency of totals. */
  readonly market: Pick<Capabilities, 'currency'> & Pick<Capabilities['market'], 'kind' | 'asOf'>;
  /** Sends a GET to the service. */
  readonly request: (path: string) => Promise<ReportAnswer>;
}

/** The part of the dashboard that is built for the server: `report.js` in the folder of the build. */
export interface ReportModule {
  /**
   * Returns a tear sheet as an HTML document that needs no other file. Throws an error with the service's own words if one of its
   * answers is a problem.
   */
  renderReport(subject: PortfolioSubject, options: ReportOptions): Promise<string>;
}
