import { assignVariant, hash32 } from '@half-measure/shared/domain/assign-variant.ts'
import { variantKey } from '@half-measure/shared/domain/consent.ts'
import { type Experiment, EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import { isGranted } from '../consent/is-granted.ts'
import { sessionId } from './session.ts'

/** Names of variants by the names of their tests. */
export type Variants = Readonly<Record<string, string>>

/**
 * The variants of ended tests, the same for every reader; the control if the chosen one has left the code, since a test
 * must not start again.
 *
 * @param written by the server, a query string.
 */
export function endedVariants(written: string): Variants {
  const ended = new URLSearchParams(written)
  return Object.fromEntries(
    EXPERIMENTS.filter(({ name }) => ended.has(name)).map((experiment) => {
      const { name, variants } = experiment
      return [name, known(experiment, ended.get(name)) ?? variants[0].name]
    }),
  )
}

/**
 * The session's variants of tests that run: as stored by an earlier page, else the session's fallback, else by the hash
 * of its id. Undefined without consent: then every such test shows its control, and nothing is stored.
 */
export function chooseVariants(
  local: KeyValueStorage,
  session: KeyValueStorage,
  ended: Variants,
): Variants | undefined {
  if (!isGranted(local, new Date())) return undefined
  const id = sessionId(session)
  return Object.fromEntries(
    EXPERIMENTS.filter(({ name }) => !(name in ended)).map((experiment) => {
      const key = variantKey(experiment.name)
      const kept = known(experiment, session.getItem(key)) ?? readFallback(local, experiment, id)
      return [experiment.name, kept ?? assignVariant(experiment, id)]
    }),
  )
}

/** `name` if the test has such a variant; a stored name may be outdated. */
export function known({ variants }: Experiment, name: string | null): string | undefined {
  return variants.find((variant) => variant.name === name)?.name
}

/** Keeps in local storage, which other tabs of the session can read, a variant that the server could not save. */
export function keepFallback(local: KeyValueStorage, test: string, id: string, variant: string): void {
  local.setItem(variantKey(test), markOf(id) + variant)
}

function readFallback(local: KeyValueStorage, experiment: Experiment, id: string): string | undefined {
  const [before, variant = null] = local.getItem(variantKey(experiment.name))?.split(markOf(id)) ?? []
  return before === '' ? known(experiment, variant) : undefined
}

/** Tells a session's fallback from another's. One of 1,000, so that what outlives the tab does not identify the session. */
function markOf(id: string): string {
  return `${hash32(id) % 1_000}:`
}
