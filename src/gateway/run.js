// Plain JavaScript, so that any Node can read it and print what to install if it cannot run TypeScript.

if (process.features.typescript) {
  await import('./main.ts');
} else {
  process.stderr.write(
    `Node ${process.versions.node} is too old. Run npm ci with install scripts, which installs Node 24, or install Node 24 from https://nodejs.org.\n`,
  );
  process.exit(1);
}
