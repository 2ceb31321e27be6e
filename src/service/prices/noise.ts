const wordCount = 2 ** 32;

/** The finalizer of MurmurHash3 (Appleby): each bit of the input changes half of the output bits. */
function mix(word: number): number {
  let hash = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function hashText(text: string, basis: number): number {
  let hash = basis;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

function word(seed: number, first: number, second: number): number {
  return mix(mix(mix(seed ^ first) + 0x9e3779b9) ^ second) >>> 0;
}

/**
 * Noise named by a text: its values depend only on the name and the position, never on earlier calls. (A class,
 * because V8 compiles a method once for all instances, but a closure once per instance.)
 */
export class Noise {
  readonly #one: number;
  readonly #two: number;

  constructor(name: string) {
    this.#one = hashText(name, 0x811c9dc5);
    this.#two = hashText(name, 0x2f0b4a27);
  }

  /** In [0, 1). */
  uniform(first: number, second: number): number {
    return word(this.#one, first, second) / wordCount;
  }

  /** Standard normal (Box and Muller). */
  normal(first: number, second: number): number {
    // The + 1 keeps the logarithm finite, so that no value exceeds 6.7.
    const radius = Math.sqrt(-2 * Math.log((word(this.#one, first, second) + 1) / wordCount));
    return radius * Math.cos((2 * Math.PI * word(this.#two, first, second)) / wordCount);
  }
}
