import { renderToStaticMarkup } from 'react-dom/server';
import type { AnswerOf, InputOf, Operation } from '#contract/operation.ts';
import { pathOf } from '#contract/operation.ts';
import type { ReportModule, ReportOptions } from '#contract/report.ts';
import { errorOf, invalidAnswer, describeIssues } from '../api/answer.ts';
import { jsonOf } from '../api/jsonValue.ts';
import base from '../design/base.css?inline';
import print from '../design/print.css?inline';
import tokens from '../design/tokens.css?inline';
import { createFormat } from '../preferences/format.ts';
import { defaultPreferences } from '../preferences/preferences.ts';
import { readSheet } from './readSheet.ts';
import type { SheetCall } from './sheet.ts';
import { TearSheet } from './TearSheet.tsx';
import sheetStyles from './tearSheet.css?inline';

const styles = [base, tokens, print, sheetStyles].join('\n');

export const renderReport: ReportModule['renderReport'] = async (subject, options) => {
  const { request, ...shown } = options;
  const format = createFormat(defaultPreferences, options.market.currency);
  const { timeZone } = format;
  const sheet = await readSheet(readerOf(request), subject, { ...shown, timeZone });
  const body = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${sheet.title} · Portfolio`}</title>
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <main id="main">
          {/* On the page, its head. */}
          <h1 className="report-heading">Report</h1>
          <TearSheet {...{ sheet, format }} />
        </main>
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToStaticMarkup(body)}\n`;
};

function readerOf(request: ReportOptions['request']): SheetCall {
  return async <O extends Operation>(operation: O, input: InputOf<O>) => {
    const url = pathOf(operation, input);
    const response = await request(url);
    const text = await response.text();
    const target = { method: operation.method, url };
    if (!response.ok) throw errorOf(response, target, text);
    const body = jsonOf(text);
    const parsed = operation.answers[response.status]?.safeParse(body);
    if (parsed?.success !== true) {
      throw invalidAnswer(target, describeIssues(parsed?.error.issues ?? [], body), text);
    }
    // The schema is the operation's own, which the compiler cannot follow.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return parsed.data as AnswerOf<O>;
  };
}
