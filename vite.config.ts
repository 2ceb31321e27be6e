import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { pages } from './src/dashboard/app/pages.ts';
import { addNotices } from './src/gateway/static/notices.ts';
import { precompress } from './src/gateway/static/precompress.ts';
import { writePreloads } from './src/gateway/static/preloads.ts';
import { stampBuild } from './src/gateway/static/stamp.ts';
import { PlainReporter } from './test/support/plainReporter.ts';

/** Serves Mantine's variables, made from our theme, as the stylesheet `virtual:mantine.css`. */
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

let begunAt = 0;
/** Completes the notices of licences, leaves the compressed forms beside the built files, and last of all when the build began. */
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
      await stampBuild(dir, begunAt);
    },
  },
};

/** What draws the lines of a history: a page with a chart shows its figures before this is there. */
const ofRecharts =
  /node_modules.(recharts|victory-vendor|@reduxjs|react-redux|redux|immer|reselect|es-toolkit|decimal|eventemitter3|tiny-invariant|d3-(shape|path))|src.dashboard.chart.(Axes|EndLabels|DenseLines)/;

/** The panel around a history, with scales and ticks: no page without a chart loads it. */
const ofCharts =
  /node_modules.(d3-(?!array|hierarchy|shape|path)|internmap)|src.dashboard.(chart|history).(?!Axes|EndLabels|DenseLines|series|historyQueries|loadHistory|readRecords|period(?:Text|Columns)|backfilled)|src.analytics.(union|modes)/;

/** What opens over a page, by a touch. */
const ofFloating =
  /node_modules.(@floating-ui|@mantine.hooks.esm.use-(focus-trap|long-press)|@mantine.core.esm.(utils.Floating|components.(FocusTrap|Portal|Popover|Combobox|Autocomplete|Select|ScrollArea|Menu)).)|src.dashboard.design.floating/;

/** Only dialogs have it. */
const ofForms =
  /node_modules.(dayjs|klona|fast-deep-equal|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|tslib|@mantine.(dates|form|dropzone|core.esm.components.(Modal|ModalBase|Drawer|Textarea|Text|Paper|Progress|Fieldset).))|src.dashboard.design.(InstantField|readInstant|Dialog|PrivateForm|CopyLine|WhatIsSent|EditConflict|useSharedEdit)/;

/** Of the pages of thematics. */
const ofThematics = /src.dashboard.thematics/;

/** Of the page of webhooks and its dialogs. */
const ofWebhooks =
  /src.dashboard.webhooks|src.contract.(operations.)?(endpoint|webhook|delivery|inspector|events|backup|prices)/;

/** Of the page of the audit trail, of the changes that a user, a thematic and an endpoint show when they are opened, and of the undo of an import. */
const ofAudit =
  /src.dashboard.portfolio.(operationLabels|changeTexts|ValueChanges|ImportUndo|imports)|src.contract.(operations.)?(audit|userImport)/;

/** What is shown to who has to sign in. */
const ofAccess = /src.dashboard.(access|design.focusFirstFault)|src.contract.roleTexts/;

/** How the answers of a connected service were read. */
const ofConnected = /src.contract.((operations.)?(upstream|responseNotes)|serviceCheck)/;

/** Lists in which rows are chosen, and what opens over a page, have it. */
const ofCheckboxes = /@mantine.core.esm.(components.Checkbox|utils.InlineInput)./;

/** Forms of holdings and weights. */
const ofHoldings = /src.dashboard.holdings.(?!draft|statements)|src.contract.jsonFault/;

/** The positions of a wallet and its entries; those of a user open by a touch. */
const ofPositions =
  /src.dashboard.(portfolio.(Positions|dust)|holdings.(draft|statements)|preferences.parseNumber)|src.contract.digits/;

/** What drove a change: on pages with a chart. */
const ofMoved = /src.dashboard.portfolio.(Waterfall|moved)/;

/** A file of its own: forms of JSON and messages of webhooks have it. */
const ofJson = /src.dashboard.preferences.json/;

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
    ofJson,
  ].some((test) => test.test(id));

/** Few files, each requested once: what every page needs, what several pages share, and what only some of them open. */
const chunks = [
  { name: 'framework', test: /node_modules/, tags: ['$initial' as const], priority: 6 },
  { name: 'app', tags: ['$initial' as const], priority: 5 },
  {
    name: 'shared',
    test: (id: string) => isShared(id) && !ofMoved.test(id),
    minShareCount: 3,
    priority: 4,
  },
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
  { name: 'thematics', test: ofThematics, minShareCount: 2, priority: 1 },
  { name: 'webhooks', test: ofWebhooks, minShareCount: 2, priority: 1 },
  { name: 'audit', test: ofAudit, minShareCount: 2, priority: 1 },
  { name: 'access', test: ofAccess, minShareCount: 2, priority: 1 },
  { name: 'connected', test: ofConnected, minShareCount: 2, priority: 1 },
  { name: 'positions', test: ofPositions, minShareCount: 2, priority: 2 },
  { name: 'forms', test: ofForms, minShareCount: 2 },
  { name: 'holdings', test: ofHoldings, minShareCount: 2 },
];

export default defineConfig({
  plugins: [react(), mantineVariables, finishedBuild],
  worker: { plugins: () => [workerModules] },
  build: {
    outDir: 'dist',
    // One stylesheet: by pages it would be five requests for as many bytes.
    cssCodeSplit: false,
    // Which files a page needs: the gateway names them with it.
    manifest: true,
    // The texts of the licences of all that is bundled, which those ask to pass on.
    license: { fileName: notices },
    target: 'es2024',
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    sourcemap: false,
    // The strict Content-Security-Policy of the gateway refuses data: fonts and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    reporters: ['default', new PlainReporter()],
    // Two more than there are processors: journeys and tests of processes wait half of their time.
    maxWorkers: availableParallelism() + 2,
    // Modules, React and the service behind the components are made once for many files, not anew for each.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Those of the architecture read every file.
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
          setupFiles: ['test/support/component.ts'],
          // The first of a file loads its modules, however busy the machine is.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Finding a role in a large page may take a second by itself.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          environment: 'node',
          include: ['test/{platform,service,upstream,gateway}/**/*.test.ts'],
          globalSetup: ['test/support/engineSetup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // What is waited for comes from processes, of which many may be busy.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          // Vitest starts the projects in the order of their names: this test takes the longest.
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
          // As above.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
