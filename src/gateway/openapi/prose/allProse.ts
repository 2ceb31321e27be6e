import type { operations } from '#contract/operations/operations.ts';
import { accessProse } from './access.ts';
import { aboutProse } from './about.ts';
import { auditProse } from './audit.ts';
import { bookProse } from './book.ts';
import { backupProse } from './backups.ts';
import type { ProseOf, tags } from './callProse.ts';
import { attributionProse, rebalanceProse } from './drift.ts';
import { thematicFiguresProse, userFiguresProse } from './figures.ts';
import { marketProse } from './market.ts';
import { peerProse } from './peers.ts';
import { qualityProse } from './quality.ts';
import { selectionProse } from './selections.ts';
import { shockProse } from './shock.ts';
import { thematicProse } from './thematics.ts';
import { upstreamProse } from './upstream.ts';
import { userImportProse } from './userImports.ts';
import { userProse } from './users.ts';
import { viewProse } from './views.ts';
import { walletProse } from './wallets.ts';
import { endpointProse, inspectorProse, webhookProse } from './webhooks.ts';

type Tagged<Prose> = {
  readonly [Name in keyof Prose]: Prose[Name] & { readonly tag: keyof typeof tags };
};

function under<Prose extends object>(tag: keyof typeof tags, prose: Prose): Tagged<Prose> {
  const tagged = Object.entries(prose).map(([name, of]) => [name, { ...of, tag }]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- same names, each prose with its tag
  return Object.fromEntries(tagged) as Tagged<Prose>;
}

export const callProse: Tagged<ProseOf<typeof operations>> = {
  ...under('users', { ...userProse, ...peerProse, ...userImportProse, ...selectionProse }),
  ...under('books', { ...bookProse, ...shockProse }),
  ...under('wallets', { ...walletProse, ...attributionProse, ...userFiguresProse }),
  ...under('thematics', { ...thematicProse, ...rebalanceProse, ...thematicFiguresProse }),
  ...under('webhooks', { ...webhookProse, ...endpointProse, ...inspectorProse }),
  ...under('market', marketProse),
  ...under('quality', qualityProse),
  ...under('access', accessProse),
  ...under('audit', auditProse),
  ...under('views', viewProse),
  ...under('upstream', upstreamProse),
  ...under('process', { ...aboutProse, ...backupProse }),
};
