// A separate chunk for popovers and their dependencies.
export { Menu, Popover, Select } from '@mantine/core';
