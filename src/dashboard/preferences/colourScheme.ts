import { useMantineColorScheme } from '@mantine/core';

/**
 * Light, dark or as the system. Transitions stay on while it changes: to switch them off Mantine would inject a `<style>`,
 * which the Content-Security-Policy refuses.
 */
export function useColourScheme() {
  return useMantineColorScheme({ keepTransitions: true });
}
