// What opens over a page, with all it stands on: a chunk of its own.
export { Menu, Popover, Select } from '@mantine/core';
