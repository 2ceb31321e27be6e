import { create } from 'zustand';

const store = create(() => ({ isLive: false }));

/** Whether changes are published to this browser as they happen. Where they are not, what is shown is requested again by itself. */
export function isLive(): boolean {
  return store.getState().isLive;
}

export function useLive(): boolean {
  return store((state) => state.isLive);
}

export function setLive(next: boolean): void {
  store.setState({ isLive: next });
}
