/**
 * Watches an engine's errors. @returns a function that takes each one and says whether only a new process can go on.
 *
 * A full disk can leave a part with an empty file of marks, and every query that reads the part fails from then on. A
 * starting engine sets such parts aside, and rows that were not confirmed are loaded again. Other damage may outlast
 * a start, which must not be repeated for it.
 */
export function watchForRestart(): (error: unknown) => boolean {
  let diskWasFull = false
  return (error) => {
    const text = String(error)
    if (/NOT_ENOUGH_SPACE|No space left on device/.test(text)) diskWasFull = true
    if (/shutting down due to a fatal error/.test(text)) return true
    return diskWasFull && text.includes('(CORRUPTED_DATA)')
  }
}
