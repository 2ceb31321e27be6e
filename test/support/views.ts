import type { Page } from 'playwright-core';
import { userListViews } from './userListViews.ts';

export const customId = 'amount-holder';
/** Holdings of the user, by token, and their attributes: numbers that occur nowhere else. */
export const amounts = { KORV: 7_654_321.5, ALDR: 3_456_789.25 };
export const attributes = { name: 'Aurora', budget: 987_654_321.25, fee: '87654321 a year' };
const user = `/users/${customId}`;
const wallet = `${user}/wallets/settlement-layers`;
const csv = 'customId,name,budget\nnew-one,New,876543219\namount-holder,Aurora,765432198';

export interface View {
  readonly path: string | (() => string);
  /** Text that shows that the view is there. */
  readonly text: RegExp;
  readonly open?: (page: Page) => Promise<void>;
  /** True if it shows amounts while privacy mode is off: otherwise the search would prove nothing. */
  readonly hasAmounts?: true;
}

const press = (key: string) => async (page: Page) => {
  await page
    .getByText(/^KORV$/)
    .first()
    .waitFor();
  await page.keyboard.press(key);
};
const exportMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Export (e)' }).click();
};
const paste = async (page: Page) => {
  await page.getByLabel('Or paste CSV').fill(csv);
  await page.getByRole('button', { name: 'Preview' }).click();
};
const openViews = async (page: Page) => {
  await page.getByRole('button', { name: 'Views' }).click();
};
const showPanel = (name: string) => async (page: Page) => {
  const panel = page.getByRole('region', { name });
  await panel.getByRole('button', { name: 'Show' }).click();
};
const explain = (label: string) => async (page: Page) => {
  await page.getByTitle(`Explain: ${label}`, { exact: true }).click();
};
/** In a panel below the fold. */
const explainBelow = (label: string) => async (page: Page) => {
  await scrolled(page);
  await explain(label)(page);
};
const search = (text: string) => async (page: Page) => {
  await press('Control+k')(page);
  await page.getByRole('combobox').fill(text);
};

/** Panels below the fold load when they are seen. */
const scrolled = async (page: Page) => {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
};

/** Ids of the audit entry, delivery and endpoint that the views open; the test sets them. */
export const ids = { entry: '', delivery: '', endpoint: '' };

/** Views, by the module in `src/dashboard` that renders them. */
export const views: Readonly<Record<string, readonly View[]>> = {
  'users/directory/DirectoryPage.tsx': [
    { path: '/users?sort=-total', text: /^241 of 241$/, hasAmounts: true },
    {
      path: `/users?q=${customId}&columns=total&columns=attribute.budget&columns=attribute.fee`,
      text: /^1 of 241$/,
      hasAmounts: true,
    },
    { path: '/users?q=8765432', text: /^1 of 241$/, hasAmounts: true },
  ],
  ...userListViews(customId),
  'users/groups/GroupsTable.tsx': [
    { path: `/users?q=${customId}&groupBy=attribute.budget`, text: /^All users/, hasAmounts: true },
  ],
  'users/CreateUserDialog.tsx': [{ path: '/users?create=new', text: /^New user$/ }],
  'users/transfer/ImportUsersDialog.tsx': [
    { path: '/users?import=1', text: /^2 rows in/, open: paste, hasAmounts: true },
  ],
  'users/UserPage.tsx': [
    { path: user, text: /^All wallets/, hasAmounts: true },
    {
      path: `${user}?attributes=json&view=table`,
      text: /^Value since the start$/,
      hasAmounts: true,
    },
    { path: user, text: /^current view$/, open: exportMenu, hasAmounts: true },
  ],
  'book/BookPage.tsx': [
    { path: `/book?ids=${customId}`, text: /^Monthly flows$/, open: scrolled, hasAmounts: true },
    {
      path: `/book?ids=${customId}`,
      text: /^Net flow, month$/,
      open: async (page) => {
        await page.getByText(/^high /).waitFor();
      },
      hasAmounts: true,
    },
  ],
  'shock/ShockPage.tsx': [
    {
      path: `/shock?ids=${customId}&shockToken=KORV:0.3`,
      text: /^Total after/,
      hasAmounts: true,
    },
    { path: `/shock?ids=${customId}&replay=last-month`, text: /^Total after/, hasAmounts: true },
  ],
  'users/edit/UserEdit.tsx': [
    { path: `${user}?edit=attributes`, text: /^Attributes of/, hasAmounts: true },
  ],
  'holdings/HoldingsEdit.tsx': [
    { path: `${user}?edit=holdings`, text: /^Holdings of/, hasAmounts: true },
    { path: `${wallet}?edit=holdings`, text: /^Holdings of/, hasAmounts: true },
  ],
  'users/holdings/AllPositions.tsx': [
    { path: `${user}?holdings=positions`, text: /^All positions$/, hasAmounts: true },
  ],
  'users/allocation/AllocationOverTime.tsx': [
    { path: `${user}?allocation=time&stack=amount`, text: /^Allocation$/, hasAmounts: true },
    { path: `${user}?allocation=time&stack=table`, text: /^Allocation$/, hasAmounts: true },
  ],
  'figures/FiguresPanels.tsx': [
    { path: `${user}?period=all`, text: /^Why they differ$/, open: scrolled, hasAmounts: true },
  ],
  'figures/ExplainedFigure.tsx': [
    {
      path: `${user}?period=all`,
      text: /^V₁ − V₀ − Σ CF$/,
      open: async (page) => {
        await scrolled(page);
        await explain('Simple gain')(page);
      },
      hasAmounts: true,
    },
  ],
  'history/HeaderExplanation.tsx': [
    {
      path: user,
      text: /^Σ amount × price of each position$/,
      open: explain('Value'),
      hasAmounts: true,
    },
  ],
  'portfolio/explain/SumExplanation.tsx': [
    {
      path: user,
      text: /^Σ value of each wallet$/,
      open: explain('All wallets'),
      hasAmounts: true,
    },
  ],
  'wallets/DriftExplanation.tsx': [
    { path: wallet, text: /^Σ amount × price of each/, open: explainBelow('Total of the tokens') },
    { path: wallet, text: /^Σ effect of each token/, open: explainBelow('Sum of effects') },
  ],
  'users/directory/StripExplanation.tsx': [
    {
      path: `/users?q=${customId}`,
      text: /not only of the rows shown$/,
      open: async (page) => {
        await page.locator('dl button').first().click();
      },
      hasAmounts: true,
    },
  ],
  'history/PeersNote.tsx': [
    { path: `${user}?peers=thematic`, text: /^\d+ users?\b/, hasAmounts: true },
  ],
  'history/PreviousNote.tsx': [
    { path: `${user}?previous=1`, text: /^Previous period, /, hasAmounts: true },
  ],
  'history/PeriodChoices.tsx': [
    {
      path: user,
      text: /^To \(optional\)$/,
      open: (page) => page.keyboard.press('6'),
      hasAmounts: true,
    },
  ],
  'changes/ChangesPage.tsx': [
    { path: `${user}/changes?period=year`, text: /^What changed$/, hasAmounts: true },
    { path: `${wallet}/changes?period=year`, text: /^What changed$/, hasAmounts: true },
    { path: '/thematics/settlement-layers/changes', text: /^What changed$/ },
  ],
  'report/BookReportPage.tsx': [
    {
      path: `/book/report?ids=${customId}`,
      text: /^Figures and definitions/,
      hasAmounts: true,
    },
  ],
  'report/UserReportPage.tsx': [
    { path: `${user}/report`, text: /^Figures and definitions/, hasAmounts: true },
  ],
  'report/WalletReportPage.tsx': [
    { path: `${wallet}/report`, text: /^Figures and definitions/, hasAmounts: true },
  ],
  'report/ThematicReportPage.tsx': [
    { path: '/thematics/settlement-layers/report', text: /^Figures and definitions/ },
  ],
  'portfolio/ItemChangeLine.tsx': [{ path: user, text: /^All wallets/, hasAmounts: true }],
  'wallets/DriftPanels.tsx': [
    { path: wallet, text: /^Back to target$/, open: scrolled, hasAmounts: true },
  ],
  'thematics/detail/ThematicBackToTarget.tsx': [
    { path: '/thematics/settlement-layers', text: /^Back to target$/, open: scrolled },
  ],
  'wallets/WalletPage.tsx': [{ path: wallet, text: /^Positions total/, hasAmounts: true }],
  'thematics/ThematicsPage.tsx': [{ path: '/thematics', text: /^Settlement Layers$/ }],
  'thematics/ThematicPage.tsx': [
    { path: '/thematics/settlement-layers', text: /^Holders$/, hasAmounts: true },
  ],
  'thematics/define/DefineThematic.tsx': [
    { path: '/thematics?define=', text: /^You cannot change the id/ },
  ],
  'thematics/ComparePage.tsx': [
    { path: '/compare?ids=settlement-layers&ids=energy-grids', text: /^Energy Grids$/ },
  ],
  'thematics/compare/ThematicChooser.tsx': [
    { path: '/compare?choose=thematics', text: /^Settlement Layers$/ },
  ],
  'tokens/TokensPage.tsx': [{ path: '/tokens', text: /^KORV$/ }],
  'tokens/TokenPage.tsx': [{ path: '/tokens/KORV', text: /^All holders$/, hasAmounts: true }],
  'exposure/ExposurePage.tsx': [
    { path: '/exposure', text: /^Virtual Worlds$/ },
    { path: '/exposure?by=token', text: /^KORV$/ },
  ],
  'quality/QualityPage.tsx': [{ path: '/quality', text: /^No flaws found$/ }],
  'webhooks/WebhooksPage.tsx': [{ path: '/settings/webhooks', text: /^user\.updated$/ }],
  'webhooks/WebhooksDialogs.tsx': [{ path: '/settings/webhooks?add=', text: /^New webhook$/ }],
  'webhooks/create/AddWebhook.tsx': [{ path: '/settings/webhooks?add=', text: /^New webhook$/ }],
  'webhooks/deliveries/SinceField.tsx': [
    { path: '/settings/webhooks?span=since', text: /^user\.updated$/ },
  ],
  'webhooks/delivery/DeliveryPane.tsx': [
    {
      path: () => `/settings/webhooks?delivery=${ids.delivery}`,
      text: /^Receiver code$/,
      hasAmounts: true,
    },
  ],
  'webhooks/tools/InspectorDialog.tsx': [
    { path: '/settings/webhooks?open=inspector', text: /^to \/demo/, hasAmounts: true },
  ],
  'webhooks/tools/ReceiverDialog.tsx': [{ path: '/settings/webhooks?open=code', text: /^Go$/ }],
  'webhooks/tools/VerifyDialog.tsx': [
    { path: '/settings/webhooks?open=verify', text: /^Raw body$/ },
  ],
  'webhooks/tools/RotateDialog.tsx': [
    {
      path: () => `/settings/webhooks?endpoint=${ids.endpoint}&open=rotate`,
      text: /^Rotate secret$/,
    },
  ],
  'webhooks/tools/RecoverDialog.tsx': [
    { path: '/settings/webhooks?open=recover', text: /^Recover messages$/ },
  ],
  'settings/PreferencesPage.tsx': [{ path: '/settings/preferences', text: /^Gain and loss$/ }],
  'settings/ServiceCheckPage.tsx': [{ path: '/settings/check', text: /./ }],
  'access/AccessPage.tsx': [{ path: '/settings/access', text: /^Open sessions$/ }],
  'access/CreateKeyDialog.tsx': [
    { path: '/settings/access?create=', text: /^Expires \(optional\)$/ },
  ],
  'access/audit/AuditPage.tsx': [{ path: '/settings/audit', text: /^Add webhook$/ }],
  'access/audit/EntryDialog.tsx': [
    { path: () => `/settings/audit?entry=${ids.entry}`, text: /^Hash$/ },
  ],
  'access/audit/VerifyTrailDialog.tsx': [
    { path: '/settings/audit?verify=', text: /^Each entry contains the hash/ },
  ],
  'portfolio/peers/NearestUsers.tsx': [
    { path: user, text: /^of \d+ users/, open: showPanel('Nearest users'), hasAmounts: true },
  ],
  'portfolio/peers/Outliers.tsx': [
    {
      path: '/thematics/settlement-layers',
      text: /^of \d+ wallets/,
      open: showPanel('Unusual wallets'),
    },
  ],
  'app/palette/Palette.tsx': [
    { path: '/tokens', text: /^amount-holder$/, open: search(customId), hasAmounts: true },
    { path: '/tokens', text: /^amount-holder$/, open: search('8765432'), hasAmounts: true },
  ],
  'app/views/ViewsDialog.tsx': [
    { path: '/users?total=7000000..', text: /^Save this page as a view$/, open: openViews },
  ],
  'app/KeySheet.tsx': [{ path: '/tokens', text: /^On this page$/, open: press('?') }],
};
