import { queryOptions } from '@tanstack/react-query';
import { pathOf } from '#contract/operation.ts';
import { getNearestUsers, getOutliers } from '#contract/operations/peers.ts';
import { call } from '../../api/client.ts';
import { keys } from '../queryKeys.ts';

export const nearestUsersQuery = (id: string) =>
  queryOptions({
    queryKey: keys.nearest(id),
    queryFn: ({ signal }) => call(getNearestUsers, { params: { id } }, signal),
  });
export const nearestUsersPath = (id: string) => pathOf(getNearestUsers, { params: { id } });

export const outliersQuery = (id: string) =>
  queryOptions({
    queryKey: keys.outliers(id),
    queryFn: ({ signal }) => call(getOutliers, { params: { id } }, signal),
  });
export const outliersPath = (id: string) => pathOf(getOutliers, { params: { id } });
