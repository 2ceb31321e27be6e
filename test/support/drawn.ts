/** Whether each chart of the page has what it draws, which comes with a chunk of its own, after everything else. */
export function everyLineIsDrawn(): boolean {
  const charts = [...document.querySelectorAll('[role=application]')];
  return charts.every((chart) => chart.querySelector('path.recharts-curve') !== null);
}
