import { assignVariant } from '@half-measure/shared/domain/assign-variant.ts'
import { findExperiment } from '@half-measure/shared/domain/experiments.ts'

/** A visit's id whose hash gives `variant` in `test`. */
export function visitOf(test: string, variant: string): string {
  for (let n = 0; ; n++) {
    const id = `session_${Date.now()}_visit${n}`
    if (variantOf(test, id) === variant) return id
  }
}

/** The variant that a visit's hash gives. */
export function variantOf(test: string, visit: string): string {
  const found = findExperiment(test)
  if (!found) throw new Error(`no test is called ${test}`)
  return assignVariant(found, visit)
}
