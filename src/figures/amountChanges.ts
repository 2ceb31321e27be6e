/**
 * Sums of changes of amounts by record and token, emptied after each user. A hash table of numbers: a Map would cost most of the time
 * of a book.
 */
export class AmountChanges {
  /** Entries, in order of their first change. */
  #records = new Int32Array(64);
  #tokens = new Int32Array(64);
  #amounts = new Float64Array(64);
  #count = 0;
  /** By hash of record and token, with linear probing: number of the entry, from 1 on; 0: free. */
  #table = new Int32Array(128);

  add(record: number, token: number, amount: number): void {
    const at = this.#find(record, token);
    const known = this.#table[at] ?? 0;
    if (known > 0) {
      this.#amounts[known - 1] = (this.#amounts[known - 1] ?? 0) + amount;
      return;
    }
    const entry = this.#count++;
    this.#records[entry] = record;
    this.#tokens[entry] = token;
    this.#amounts[entry] = amount;
    this.#table[at] = this.#count;
    if (this.#count === this.#records.length) this.#grow();
  }

  /** Visits the sums and removes them. */
  drain(visit: (record: number, token: number, amount: number) => void): void {
    const count = this.#count;
    for (let entry = 0; entry < count; entry++) {
      visit(this.#records[entry] ?? 0, this.#tokens[entry] ?? 0, this.#amounts[entry] ?? 0);
    }
    this.#count = 0;
    this.#table.fill(0);
  }

  /** The place of a record and token in the table, or the free one for it. */
  #find(record: number, token: number): number {
    const mask = this.#table.length - 1;
    let at = (Math.imul(record, 0x9e37_79b1) ^ Math.imul(token, 0x85eb_ca6b)) & mask;
    for (;;) {
      const entry = (this.#table[at] ?? 0) - 1;
      if (entry < 0 || (this.#records[entry] === record && this.#tokens[entry] === token))
        return at;
      at = (at + 1) & mask;
    }
  }

  #grow(): void {
    const size = 2 * this.#records.length;
    const [records, tokens] = [new Int32Array(size), new Int32Array(size)];
    const amounts = new Float64Array(size);
    records.set(this.#records);
    tokens.set(this.#tokens);
    amounts.set(this.#amounts);
    this.#records = records;
    this.#tokens = tokens;
    this.#amounts = amounts;
    this.#table = new Int32Array(2 * size);
    for (let entry = 0; entry < this.#count; entry++) {
      this.#table[this.#find(records[entry] ?? 0, tokens[entry] ?? 0)] = entry + 1;
    }
  }
}
