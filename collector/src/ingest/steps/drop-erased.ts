import type { Step } from './step.ts'

/** Drops events of erased sessions, those of beacons that were under way included. */
export function dropErased(isErased: (sessionId: string) => boolean): Step {
  return ({ beacon }) => (isErased(beacon.session_id) ? 'erased' : undefined)
}
