import type { Command } from './command.ts';
import { commandsHelp } from './commandList.ts';

const help = `The commands of the Portfolio Service. Flags follow two dashes. --help describes a command
and lists its settings: npm run import -- --help

${commandsHelp()}`;

export const helpCommand: Command = async ({ print }) => {
  print(help);
  return 0;
};
