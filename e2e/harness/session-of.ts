import { assignVariant } from '@half-measure/shared/domain/assign-variant.ts'
import { findExperiment } from '@half-measure/shared/domain/experiments.ts'

/** A session id whose hash gives `variant` in `test`. */
export function sessionOf(test: string, variant: string): string {
  for (let n = 0; ; n++) {
    const id = `session_${Date.now()}_reader${n}`
    if (variantOf(test, id) === variant) return id
  }
}

/** The variant that a session's hash gives. */
export function variantOf(test: string, sessionId: string): string {
  const found = findExperiment(test)
  if (!found) throw new Error(`no test is called ${test}`)
  return assignVariant(found, sessionId)
}
