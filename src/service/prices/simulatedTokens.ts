import type { MarketToken } from './market.ts';

/**
 * A token of the simulated market. Names and symbols are invented: a made-up price under a real name would be false.
 */
export interface SimulatedToken extends MarketToken {
  /** Tokens of a group correlate more strongly. */
  readonly group: string;
  /** A midnight (UTC); default: the market's start. */
  readonly listedAt?: number;
  readonly startPrice: number;
  /** Standard deviation of the logarithmic return, per year. */
  readonly volatility: number;
  /** Mean of the logarithmic return, per year. */
  readonly drift: number;
}

type TokenRow = [
  symbol: string,
  name: string,
  startPrice: number,
  volatility: number,
  drift: number,
  listedAt?: number,
];

const rows: Record<string, TokenRow[]> = {
  'settlement-layers': [
    ['KORV', 'Korvane', 9200, 0.62, 0.24],
    ['ALDR', 'Aldrane', 310, 0.74, 0.2],
    ['TESQ', 'Tessaq', 14.2, 0.92, 0.16],
    ['HALX', 'Halyx', 3.6, 0.98, 0.05],
    ['OSTR', 'Ostrander', 41, 0.85, 0.1],
    ['BRYN', 'Brynmere', 0.27, 1.05, -0.06],
  ],
  'rollup-networks': [
    ['PLYN', 'Plynth', 1.9, 1.0, 0.08],
    ['SKIR', 'Skirra', 0.64, 1.12, 0.02],
    ['FLDR', 'Foldera', 6.8, 0.95, 0.12],
    ['ZEPR', 'Zephram', 2.2, 1.18, 0.0, Date.UTC(2022, 4, 3)],
    ['WEFT', 'Weftline', 0.12, 1.1, -0.1],
    ['LOFTR', 'Loftrise', 1.1, 1.2, 0.05, Date.UTC(2023, 3, 18)],
  ],
  'open-lending': [
    ['USANC', 'Usance', 88, 0.9, 0.06],
    ['TALO', 'Tallow', 2.7, 0.96, -0.04],
    ['MORV', 'Morvane', 17.5, 0.88, 0.14],
    ['PLEJ', 'Pledgeway', 0.83, 1.04, 0.0],
    ['KREDA', 'Kredara', 5.1, 0.99, -0.08],
    ['SOLVA', 'Solvane', 1.4, 1.15, 0.1, Date.UTC(2022, 8, 20)],
  ],
  'exchange-protocols': [
    ['TROQ', 'Troquel', 5.4, 0.97, 0.1],
    ['AGORX', 'Agorix', 0.46, 1.06, -0.05],
    ['BARTA', 'Bartavia', 23, 0.91, 0.08],
    ['SWYV', 'Swyvel', 1.25, 1.02, 0.04],
    ['QUAYS', 'Quayside', 0.071, 1.14, -0.12],
    ['VENDR', 'Vendria', 3.3, 1.2, 0.15, Date.UTC(2024, 1, 6)],
  ],
  'virtual-worlds': [
    ['GLYM', 'Glymmer', 0.52, 1.15, 0.02],
    ['RAIDN', 'Raidonia', 0.038, 1.25, -0.05],
    ['ELVRA', 'Elvara', 7.7, 1.08, 0.0],
    ['DUNGN', 'Dungeonry', 0.19, 1.22, -0.1],
    ['PIXLA', 'Pixlands', 0.0084, 1.3, 0.08],
    ['NOMVO', 'Nomvora', 2.1, 1.18, -0.02, Date.UTC(2021, 9, 12)],
  ],
  'machine-intelligence': [
    ['CORTA', 'Cortava', 0.31, 1.1, 0.28],
    ['NEURV', 'Neurovane', 12.6, 1.05, 0.3],
    ['LEMMA', 'Lemmata', 2.9, 0.98, 0.2],
    ['GRADN', 'Gradiant', 0.066, 1.2, 0.22],
    ['OMNIQ', 'Omniquery', 54, 1.12, 0.25, Date.UTC(2023, 6, 11)],
  ],
  'storage-networks': [
    ['VAULQ', 'Vaultique', 19.5, 0.94, 0.02],
    ['CRYPA', 'Crypta', 0.024, 1.0, -0.04],
    ['ARCHV', 'Archivane', 4.4, 0.97, 0.1],
    ['SILOX', 'Silonix', 0.36, 1.03, 0.0],
    ['BLOKA', 'Blokarc', 1.02, 1.08, -0.08],
  ],
  'data-feeds': [
    ['AUGRY', 'Augury', 11.8, 0.86, 0.14],
    ['RELAQ', 'Relaq', 1.6, 0.99, 0.04],
    ['SENTR', 'Sentrion', 0.93, 1.04, 0.0],
    ['HERLD', 'Herald Line', 0.28, 1.1, 0.06],
    ['KANAL', 'Kanalis', 33, 0.92, 0.1],
  ],
  'private-payments': [
    ['VELUM', 'Velum', 64, 0.84, 0.02],
    ['MIRKA', 'Mirkwell', 9.9, 0.9, -0.05],
    ['HUSHR', 'Husher', 0.41, 1.0, -0.1],
    ['NYXEN', 'Nyxen', 2.3, 0.98, 0.04],
  ],
  'tokenised-assets': [
    ['BULQ', 'Bulqer', 1840, 0.16, 0.07],
    ['AUREX', 'Aurex', 23.4, 0.27, 0.06],
    ['DEEDR', 'Deedar', 100, 0.22, 0.04, Date.UTC(2021, 5, 1)],
    ['TERRN', 'Terrane', 48, 0.35, 0.05],
    ['GILTA', 'Gilta', 98.5, 0.12, 0.03, Date.UTC(2022, 0, 10)],
    ['ORVEN', 'Orven', 0.74, 0.9, 0.12],
  ],
  'energy-grids': [
    ['VOLTQ', 'Voltique', 0.88, 1.02, 0.1],
    ['WATTN', 'Wattson', 0.052, 1.1, 0.02],
    ['HELIA', 'Helia Mesh', 3.7, 1.06, 0.16, Date.UTC(2021, 8, 7)],
    ['TURBN', 'Turbine Row', 0.21, 1.12, -0.04],
    ['GRIDR', 'Gridara', 6.2, 0.95, 0.08],
  ],
  'community-coins': [
    ['MOOZ', 'Moozle', 0.0047, 1.35, 0.1],
    ['WOMBA', 'Wombora', 0.00013, 1.45, 0.05],
    ['QUOKA', 'Quoka', 0.061, 1.3, 0.0],
    ['BLORP', 'Blorp', 0.0000072, 1.5, 0.15, Date.UTC(2023, 4, 2)],
    ['YODL', 'Yodel', 0.34, 1.25, -0.1],
    ['FERRT', 'Ferretto', 0.0021, 1.4, -0.05, Date.UTC(2021, 10, 16)],
  ],
};

export const simulatedTokens: readonly SimulatedToken[] = Object.entries(rows).flatMap(
  ([group, listed]) =>
    listed.map(([symbol, name, startPrice, volatility, drift, listedAt]) => ({
      _id: symbol,
      symbol,
      name,
      group,
      startPrice,
      volatility,
      drift,
      ...(listedAt === undefined ? {} : { listedAt }),
    })),
);
