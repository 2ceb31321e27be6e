/** Numbers some entries of a table for a pack, in the order of their first use. */
export class Renumbering {
  /** The number in the table of each number in the pack. */
  readonly numbers: number[] = [];
  readonly #places = new Map<number, number>();

  readonly of = (number: number): number => {
    const known = this.#places.get(number);
    if (known !== undefined) return known;
    this.#places.set(number, this.numbers.length);
    this.numbers.push(number);
    return this.numbers.length - 1;
  };
}
