/**
 * Records the use of keys and sessions, once at a time for each. No request waits for it, because reads must work while the
 * database accepts no changes, or waits for a standby. What fails is repeated with the next request.
 */
export function createRecorder() {
  const recording = new Set<string>();
  return (name: string, work: () => Promise<void>) => {
    if (recording.has(name)) return;
    recording.add(name);
    void work()
      .catch(() => {})
      .finally(() => recording.delete(name));
  };
}
