import { variantKey } from '@half-measure/shared/domain/consent.ts'
import { type Experiment, EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import type { Grant } from '../consent/consent-store.ts'
import { findAssignment, saveAssignment } from './assignments.ts'
import { logSent } from './sent-log.ts'
import { sessionId } from './session.ts'
import type { Track } from './track.ts'
import { keepFallback, known, type Variants } from './variants.ts'

interface ExposureOptions {
  readonly local: KeyValueStorage
  readonly session: KeyValueStorage
  readonly grant: () => Grant | undefined
  readonly track: Track
}

/**
 * Records each variant of the page once the reader has seen it. The server's assignment for the session is looked up
 * first, and applies from the next page view; where it has none, the variant is saved. Where that fails, an event
 * records what was seen, and local storage keeps it as the session's fallback.
 */
export function watchExposures(options: ExposureOptions): void {
  const shown = JSON.parse(document.documentElement.dataset['variants'] ?? '{}') as Variants
  for (const experiment of EXPERIMENTS) {
    const variant = known(experiment, shown[experiment.name] ?? null)
    if (!variant) continue
    const elements = document.querySelectorAll(`[data-exposure="${experiment.name}"]`)
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void recordExposure(experiment, variant, options)
    })
    for (const element of elements) observer.observe(element)
  }
}

async function recordExposure(
  experiment: Experiment,
  seen: string,
  { local, session, grant, track }: ExposureOptions,
): Promise<void> {
  const { name } = experiment
  const seenAt = new Date()
  const given = grant()
  // Without the mark the variant was another session's, whose consent the reader has withdrawn.
  if (!given || !document.documentElement.dataset['variants']) return
  let kept: string
  let isSaved = false
  try {
    const found = await findAssignment(session, name)
    // A second variant: the session stays counted under the first, and the server counts how many saw two.
    if (found !== null && found !== seen) track({ type: 'ab_assignment', test_name: name, variant: seen })
    const saved = found === null ? await saveAssignment(session, name, seen, seenAt, given) : undefined
    isSaved = typeof saved?.assigned_at === 'string'
    kept = known(experiment, saved ? saved.variant : found) ?? seen
    local.removeItem(variantKey(name))
  } catch (error) {
    console.warn('Experiment not saved:', error)
    kept = seen
    if (grant()?.at === given.at) keepFallback(local, name, sessionId(session), seen)
    track({ type: 'ab_assignment', test_name: name, variant: seen })
  }
  // Nothing is kept if consent was withdrawn during the request.
  if (grant()?.at !== given.at) return
  session.setItem(variantKey(name), kept)
  const sent = {
    type: 'ab_assignment',
    occurred_at: seenAt.toISOString(),
    test_name: name,
    variant: seen,
  } as const
  if (isSaved) logSent(session, [sent])
}
