import { create } from 'zustand';

export const useLive = create<boolean>(() => false);
export const isLive = useLive.getState;
export const setLive = (next: boolean) => useLive.setState(next);
