import type { Step } from './step.ts'

/** Whoever asked to be forgotten stays forgotten, also by beacons that were under way. */
export function dropErased(isErased: (sessionId: string) => boolean): Step {
  return ({ beacon }) => (isErased(beacon.session_id) ? 'erased' : undefined)
}
