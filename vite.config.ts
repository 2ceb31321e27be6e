import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { pages } from './src/dashboard/app/pages.ts';
import { frameSheet } from './src/gateway/static/frameSheet.ts';
import { addNotices } from './src/gateway/static/notices.ts';
import { precompress } from './src/gateway/static/precompress.ts';
import { writePreloads } from './src/gateway/static/preloads.ts';
import { stampBuild } from './src/gateway/static/stamp.ts';
import { reportFile, reportFolder } from './src/gateway/static/reportFile.ts';
import { PlainReporter } from './test/support/plainReporter.ts';

/** Serves the CSS variables of our Mantine theme as the stylesheet `virtual:mantine.css`. */
const mantineVariables: Plugin = {
  name: 'mantine-variables',
  resolveId: (id) => (id === 'virtual:mantine.css' ? `\0${id}` : null),
  async load(id) {
    if (id !== '\0virtual:mantine.css') return null;
    const { mantineCss } = await import('./src/dashboard/design/mantineCss.ts');
    return mantineCss();
  },
};

const notices = 'licenses.txt';
const inWorkers = new Set<string>();
const workerModules: Plugin = {
  name: 'worker-modules',
  moduleParsed: ({ id }) => void inWorkers.add(id),
};

/**
 * Builds the part of the dashboard that renders reports in a process. Its folder begins with a dot, so it is not served.
 */
async function buildReport(dir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    // One file that needs no packages.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: 'src/dashboard/report/renderReport.tsx',
      outDir: join(dir, reportFolder),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'es2024',
      rolldownOptions: { output: { entryFileNames: reportFile } },
    },
  });
}

let begunAt = 0;
/** Completes the license notices, compresses the built files and, last, records when the build began. */
const finishedBuild: Plugin = {
  name: 'finished-build',
  apply: 'build',
  buildStart: () => {
    begunAt = Date.now();
  },
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = 'dist' }) {
      await addNotices(join(dir, notices), inWorkers);
      const built = Object.entries(pages).map(([path, { module, requests }]) => [
        path,
        { module: `src/dashboard/${module}`, requests },
      ]);
      await writePreloads(dir, Object.fromEntries(built));
      await precompress(dir);
      await buildReport(dir);
      await stampBuild(dir, begunAt);
    },
  },
};

/** Recharts and its dependencies, which draw chart lines. Pages show their figures before this chunk loads. */
const ofRecharts =
  /node_modules.(recharts|victory-vendor|@reduxjs|react-redux|redux|immer|reselect|es-toolkit|decimal|eventemitter3|tiny-invariant|d3-(shape|path))|src.dashboard.chart.(Axes|EndLabels|DenseLines|Shades)/;

/** Chart scales and ticks, and the drivers beside a chart. Only pages with a chart load this chunk. */
const ofCharts =
  /node_modules.(d3-(?!array|hierarchy|shape|path)|internmap)|src.dashboard.(chart|history).(?!Axes|EndLabels|DenseLines|Shades|AsOf(?:Bar|Tool)|DatesForm|useCompareDates|derivedSeries|previousStretch|PreviousNote|series|historyQueries|indexColumns|loadHistory|readRecords|period(?:Text|Columns)|backfilled)|src.dashboard.portfolio.(DriversPanel|Waterfall|moved|ReportLink)|src.analytics.(union|modes|movement)/;

/** Overlays that open on click or tap. */
const ofFloating =
  /node_modules.(@floating-ui|@mantine.hooks.esm.use-(focus-trap|long-press)|@mantine.core.esm.(utils.Floating|components.(FocusTrap|Portal|Popover|Combobox|Autocomplete|Select|ScrollArea|Menu)).)|src.dashboard.design.floating/;

/** Used only by dialogs. */
const ofForms =
  /node_modules.(dayjs|klona|fast-deep-equal|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|tslib|@mantine.(dates|form|dropzone|core.esm.components.(Modal|ModalBase|Drawer|Textarea|Text|Paper|Progress|Fieldset).))|src.dashboard.design.(InstantField|readInstant|Dialog|PrivateForm|CopyLine|RequestPreview|EditConflict|useSharedEdit)|src.dashboard.history.DatesForm/;

const ofThematics = /src.dashboard.thematics/;

const ofWebhooks =
  /src.dashboard.webhooks|src.contract.(operations.)?(endpoint|webhook|delivery|inspector|events|backup|prices)/;

/** Used by the audit page, by the changes of a user, a thematic or an endpoint, and by import undo. */
const ofAudit =
  /src.dashboard.portfolio.(operationLabels|changeTexts|ValueChanges|ImportUndo|imports)|src.contract.(operations.)?(audit|userImport)/;

/** Sign-in pages. */
const ofAccess = /src.dashboard.(access|design.focusFirstFault)|src.contract.roleTexts/;

/** Response notes of a connected service. */
const ofConnected = /src.contract.((operations.)?(upstream|responseNotes)|serviceCheck)/;

/** Used by selectable lists and by overlays. */
const ofCheckboxes = /@mantine.core.esm.(components.Checkbox|utils.InlineInput)./;

/** Forms for holdings and weights. */
const ofHoldings = /src.dashboard.holdings.(?!draft|statements)|src.contract.jsonFault/;

/** Positions of a wallet and its form. A user page loads them on click. */
const ofPositions =
  /src.dashboard.(portfolio.(Positions|dust)|holdings.(draft|statements)|preferences.parseNumber)|src.contract.digits/;

/** Filters of users, and the members of a book. */
const ofMembers = /src.dashboard.(members|portfolio.bookSubject)/;

/** Sums over users: books and their exposure. */
const ofBooks =
  /src.contract.(operations.)?book|src.dashboard.portfolio.(bookSummaryQuery|ExposureBars)/;

/** Holders of a thematic or token. */
const ofHolders = /src.dashboard.portfolio.Holders/;

/** Tear sheets. */
const ofReport = /src.dashboard.report/;

/** Two dates compared. */
const ofChanges = /src.dashboard.changes|src.analytics.rounding/;

/** Shares of a user's holdings. */
const ofAllocation = /src.dashboard.portfolio.(allocation|mergePositions)/;

/** Panels of figures, below the fold, and derived lines of the chart. */
const ofFigures =
  /src.dashboard.(figures.(?!FiguresSection)|portfolio.figuresQueries|history.derivedSeries)|src.contract.(operations.)?figures(?!Limits)|src.analytics.(drawdowns|moments|relative|returns|rateOfReturn|risk|rolling|figure)\.ts/;

/** Separate, because only some forms, overlays and panels on request share them. */
const ofRequested =
  /src.dashboard.(preferences.(json|browserViews)|users.edit.attributesText|portfolio.(viewQueries|driftQueries|peers.(?!OnRequest)|explain.(Explanation|SumE|explained\.|sumE|useAs)))|src.contract.((operations.)?(views|peers|rebalance|attribution)|savedViews|viewAddress|jsonFault|failuresCsv)\.ts/;

const isShared = (id: string): boolean =>
  ![
    ofRecharts,
    ofCharts,
    ofFloating,
    ofForms,
    ofThematics,
    ofWebhooks,
    ofAudit,
    ofAccess,
    ofConnected,
    ofCheckboxes,
    ofPositions,
    ofHoldings,
    ofFigures,
    ofMembers,
    ofBooks,
    ofHolders,
    ofReport,
    ofChanges,
    ofAllocation,
    ofRequested,
  ].some((test) => test.test(id));

/** Few files, each requested once: for all pages, for several pages, and for some overlays and panes. */
const chunks = [
  { name: 'framework', test: /node_modules/, tags: ['$initial' as const], priority: 6 },
  { name: 'app', tags: ['$initial' as const], priority: 5 },
  { name: 'shared', test: isShared, minShareCount: 3, priority: 4 },
  {
    name: 'shared',
    test: (id: string) =>
      /src.(contract|analytics|dashboard.(api|design|portfolio|url|preferences|history|users.edit.userAttributes))./.test(
        id,
      ) && isShared(id),
    minShareCount: 2,
    priority: 4,
  },
  { name: 'checkbox', test: ofCheckboxes, priority: 3 },
  { name: 'floating', test: ofFloating, priority: 3 },
  { name: 'chart', test: ofCharts, minShareCount: 2, priority: 3 },
  { name: 'recharts', test: ofRecharts, minShareCount: 2, priority: 2 },
  { name: 'figures', test: ofFigures, minShareCount: 2, priority: 2 },
  { name: 'thematics', test: ofThematics, minShareCount: 2, priority: 1 },
  { name: 'webhooks', test: ofWebhooks, minShareCount: 2, priority: 1 },
  { name: 'audit', test: ofAudit, minShareCount: 2, priority: 1 },
  { name: 'access', test: ofAccess, minShareCount: 2, priority: 1 },
  { name: 'connected', test: ofConnected, minShareCount: 2, priority: 1 },
  { name: 'members', test: ofMembers, minShareCount: 2, priority: 1 },
  { name: 'book', test: ofBooks, minShareCount: 2, priority: 3 },
  { name: 'holders', test: ofHolders, minShareCount: 2, priority: 1 },
  { name: 'report', test: ofReport, minShareCount: 2, priority: 1 },
  { name: 'changes', test: ofChanges, minShareCount: 2, priority: 1 },
  { name: 'allocation', test: ofAllocation, minShareCount: 2, priority: 3 },
  { name: 'positions', test: ofPositions, minShareCount: 2, priority: 2 },
  { name: 'forms', test: ofForms, minShareCount: 2 },
  { name: 'holdings', test: ofHoldings, minShareCount: 2 },
];

export default defineConfig({
  plugins: [react(), mantineVariables, frameSheet, finishedBuild],
  worker: { plugins: () => [workerModules] },
  build: {
    outDir: 'dist',
    // One stylesheet: per-page files would take five requests for the same bytes.
    cssCodeSplit: false,
    // The gateway uses the manifest to list the files that each page needs.
    manifest: true,
    // License texts of all bundled packages, which the licenses require us to distribute.
    license: { fileName: notices },
    target: 'es2024',
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    sourcemap: false,
    // The gateway's strict Content-Security-Policy blocks data: fonts and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    reporters: ['default', new PlainReporter()],
    // Two more than the processors, because journeys and process tests wait half of the time.
    maxWorkers: availableParallelism() + 2,
    // Loads modules, React and the test service once per worker, not once per file.
    isolate: false,
    // A larger young generation: tests make much garbage, and by default a tenth of their time collects it.
    execArgv: ['--max-semi-space-size=32'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Architecture tests read every file.
          testTimeout: 60_000,
          environment: 'node',
          include: [
            'test/{contract,analytics,directory,figures,answers}/**/*.test.ts',
            'test/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          environment: './test/support/jsdomEnvironment.ts',
          include: ['test/dashboard/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/ownerStacks.ts', 'test/support/component.ts'],
          // The first test of a file loads its modules, which takes long on a busy machine.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Finding a role in a large page can take a second.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          environment: 'node',
          include: ['test/{platform,service,upstream,gateway,fleet}/**/*.test.ts'],
          globalSetup: ['test/support/engineSetup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // These tests wait for child processes, which may be busy.
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        extends: true,
        test: {
          // Vitest starts projects in alphabetical order, and this test takes longest.
          name: 'bench',
          environment: 'node',
          include: ['test/bench/*.test.ts'],
          testTimeout: 1_200_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['test/support/journeySetup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
