import { simulatedTokens, type SimulatedToken } from './simulatedTokens.ts';

export interface Catalogue {
  readonly tokens: readonly SimulatedToken[];
  readonly thematics: readonly CatalogueThematic[];
}

export interface CatalogueThematic {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  /** Target weights; their sum is 1. */
  readonly tokens: readonly { readonly token: string; readonly weight: number }[];
}

function weights(hundredths: Record<string, number>): CatalogueThematic['tokens'] {
  return Object.entries(hundredths).map(([token, parts]) => ({ token, weight: parts / 100 }));
}

const thematics: readonly CatalogueThematic[] = [
  {
    _id: 'settlement-layers',
    name: 'Settlement Layers',
    description: 'Base chains on which value is settled and on which everything else is built.',
    tokens: weights({ KORV: 38, ALDR: 27, TESQ: 12, OSTR: 10, HALX: 8, BRYN: 5 }),
  },
  {
    _id: 'rollup-networks',
    name: 'Rollup Networks',
    description:
      'Networks that bundle transactions and settle them on a base chain at a fraction of its cost.',
    tokens: weights({ PLYN: 30, FLDR: 22, SKIR: 18, LOFTR: 12, ZEPR: 10, WEFT: 8 }),
  },
  {
    _id: 'open-lending',
    name: 'Open Lending',
    description: 'Protocols that lend against collateral without a bank between the two sides.',
    tokens: weights({ MORV: 26, USANC: 24, TALO: 16, KREDA: 14, PLEJ: 10, SOLVA: 10 }),
  },
  {
    _id: 'exchange-protocols',
    name: 'Exchange Protocols',
    description: 'Markets that run as programs, where pools of tokens stand in for an order book.',
    tokens: weights({ TROQ: 28, BARTA: 22, SWYV: 18, KANAL: 12, AGORX: 10, VENDR: 6, QUAYS: 4 }),
  },
  {
    _id: 'virtual-worlds',
    name: 'Virtual Worlds',
    description:
      'Games and shared worlds whose land, goods and currencies belong to their players.',
    tokens: weights({ GLYM: 25, ELVRA: 25, NOMVO: 18, RAIDN: 14, DUNGN: 10, PIXLA: 8 }),
  },
  {
    _id: 'machine-intelligence',
    name: 'Machine Intelligence',
    description:
      'Networks that pay for models, for the machines they run on and for the data they learn from.',
    tokens: weights({ NEURV: 32, LEMMA: 24, CORTA: 18, OMNIQ: 12, AUGRY: 8, GRADN: 6 }),
  },
  {
    _id: 'storage-networks',
    name: 'Storage Networks',
    description: 'Space on other people’s disks, rented out and proved to be kept.',
    tokens: weights({ VAULQ: 34, ARCHV: 24, SILOX: 16, BLOKA: 14, CRYPA: 12 }),
  },
  {
    _id: 'data-feeds',
    name: 'Data Feeds & Bridges',
    description:
      'Oracles that bring outside facts to a chain, and bridges that carry messages between chains.',
    tokens: weights({ AUGRY: 36, KANAL: 24, RELAQ: 18, SENTR: 12, HERLD: 10 }),
  },
  {
    _id: 'private-payments',
    name: 'Private Payments',
    description: 'Payments whose sender, receiver or amount stays hidden from onlookers.',
    tokens: weights({ VELUM: 40, MIRKA: 28, NYXEN: 20, HUSHR: 12 }),
  },
  {
    _id: 'tokenised-assets',
    name: 'Tokenised Assets',
    description:
      'Claims on metal, land and debt outside the chain, with the tokens of those who issue them.',
    tokens: weights({ BULQ: 26, GILTA: 20, AUREX: 16, DEEDR: 14, TERRN: 12, ORVEN: 8, GRIDR: 4 }),
  },
  {
    _id: 'energy-grids',
    name: 'Energy Grids',
    description: 'Meters, panels and batteries that earn for what they feed into a shared grid.',
    tokens: weights({ GRIDR: 30, VOLTQ: 24, HELIA: 20, TURBN: 14, WATTN: 12 }),
  },
  {
    _id: 'community-coins',
    name: 'Community Coins',
    description:
      'Coins with no promise but their crowd: large moves in both directions are the rule.',
    tokens: weights({ MOOZ: 26, QUOKA: 22, WOMBA: 18, YODL: 14, FERRT: 12, BLORP: 8 }),
  },
];

export const catalogue: Catalogue = { tokens: simulatedTokens, thematics };
