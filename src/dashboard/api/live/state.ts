import { create } from 'zustand';

/** Whether changes are published to this browser as they happen. Where they are not, what is shown is requested again by itself. */
export const useLive = create<boolean>(() => false);
export const isLive = useLive.getState;
export const setLive = (next: boolean) => useLive.setState(next);
