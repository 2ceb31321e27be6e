const columns = ['Depth', 'Peak', 'Trough', 'Recovered', 'Length'];

/** Heads of the deepest drawdowns, in a panel and on paper. */
export function DrawdownHead() {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
