// Applies stored preferences before the first paint. A separate file, because the Content-Security-Policy blocks inline scripts.
// The keys match src/dashboard/preferences/preferences.ts and src/dashboard/design/font.ts.
(() => {
  const root = document.documentElement;
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('portfolio.scheme') || 'auto';
    const gainLoss = localStorage.getItem('portfolio.gain-loss');
    if (gainLoss) root.dataset.gainLoss = gainLoss;
    if (localStorage.getItem('portfolio.font') === 'inter') root.dataset.font = 'inter';
  } catch {
    // Storage is off in this browser.
  }
  const isDark =
    scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
})();
