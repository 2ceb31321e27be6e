const maxShared = 10_000;

/** Replaces equal objects by one object. A list of 100,000 users has 600,000 positions in about a hundred tokens. */
export function createSharing<Value extends object>(): (value: Value) => Value {
  const byText = new Map<string, Value>();
  return (value) => {
    const text = JSON.stringify(value);
    const known = byText.get(text);
    if (known !== undefined) return known;
    if (byText.size >= maxShared) byText.clear();
    byText.set(text, value);
    return value;
  };
}
