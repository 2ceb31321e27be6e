import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { resolver, theme } from './theme.ts';

// Hues that nothing of ours uses; Mantine writes twenty variables for each.
const unused =
  /^--mantine-color-(blue|cyan|grape|green|indigo|lime|orange|pink|teal|violet|yellow)-/;

/**
 * Mantine's variables as a stylesheet, made when the dashboard is built (see `vite.config.ts`): Mantine would
 * otherwise inject them as a `<style>` element, which our Content-Security-Policy refuses.
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
