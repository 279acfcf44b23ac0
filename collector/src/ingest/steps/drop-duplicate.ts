import type { SeenIds } from '../seen-ids.ts'
import type { Step } from './step.ts'

/**
 * The last step, because it remembers: an event that an earlier step drops must not count as seen. An assignment
 * is seen if its session already has one in that test, whatever its own id.
 */
export function dropDuplicate(seen: SeenIds): Step {
  return ({ event, beacon, request }) => {
    const isNew =
      event.type === 'ab_assignment'
        ? seen.addAssignment(event.event_id, beacon.session_id, event.test_name, request.receivedAt)
        : seen.add(event.event_id, request.receivedAt)
    return isNew ? undefined : 'duplicate'
  }
}
