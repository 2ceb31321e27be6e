import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { resolver, theme } from './theme.ts';

// Mantine writes twenty variables for each of these hues, which we do not use.
const unused =
  /^--mantine-color-(blue|cyan|grape|green|indigo|lime|orange|pink|teal|violet|yellow)-/;

/**
 * Returns Mantine's variables for a stylesheet that `vite.config.ts` builds. Mantine would inject a `<style>`, which our Content-
 * Security-Policy rejects.
 */
export function mantineCss(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const defaults = defaultCssVariablesResolver(merged);
  const ours = resolver(merged);
  return convertCssVariables({
    variables: used({ ...defaults.variables, ...ours.variables }),
    light: used({ ...defaults.light, ...ours.light }),
    dark: used({ ...defaults.dark, ...ours.dark }),
  });
}

function used(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !unused.test(name)));
}
