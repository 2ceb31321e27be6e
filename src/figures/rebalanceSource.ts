import type { Constituent } from '#contract/thematic.ts';
import type { Token } from '#contract/token.ts';
import type { TokenPosition } from '#contract/wallet.ts';
import type { NotKnown } from './source.ts';

/** A user's wallet in one thematic. */
export interface WalletKey {
  readonly user: string;
  readonly thematic: string;
}

/** Current positions, targets and prices, which are known in both modes. */
export interface RebalanceSource {
  /** Epoch milliseconds. */
  asOf(): number;
  /** Returns null if the user has no wallet in the thematic. Throws 404 user-not-found or thematic-not-found. */
  positions(wallet: WalletKey): Promise<readonly TokenPosition[] | NotKnown | null>;
  /** Returns the target weights; null if they are not reported. Throws 404 thematic-not-found. */
  targets(thematic: string): Promise<readonly Constituent[] | null>;
  /** Returns all tokens with their prices, at an instant if past prices are known. */
  tokens(at: number): Promise<readonly Token[]>;
  /** Headers of the answer, such as the response notes of a connected service's data. */
  headers(): Readonly<Record<string, string>>;
}

/** Opens a new source for one answer. */
export type OpenRebalance = () => RebalanceSource;
