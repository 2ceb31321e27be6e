import { problem, type Problem } from './problem.ts';

export const userNotFound = (customId: string): Problem =>
  problem('user-not-found', `There is no user with the customId ${JSON.stringify(customId)}.`);

export const thematicNotFound = (id: string): Problem =>
  problem('thematic-not-found', `There is no thematic with the id ${JSON.stringify(id)}.`);

export const tokenNotFound = (id: string): Problem =>
  problem('token-not-found', `There is no token with the id ${JSON.stringify(id)}.`);
