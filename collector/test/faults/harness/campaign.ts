import { appendFileSync } from 'node:fs'

/**
 * Loops of faults are short in `npm test` and long in `npm run test:faults`, which sets these variables: rounds of each
 * loop, the seed of its pauses, and a file for what came of it.
 */
const { FAULT_ROUNDS, FAULT_SEED, FAULT_RESULTS } = process.env

export function rounds(quick: number): number {
  return FAULT_ROUNDS === undefined ? quick : Number(FAULT_ROUNDS)
}

export const isCampaign = FAULT_ROUNDS !== undefined

export const SEED = Number(FAULT_SEED ?? 1)

/** Of a loop: it takes as long as the machine lets it. Everything that it waits for has a limit of its own. */
export const NO_LIMIT = Infinity

/** A line of the table that the campaign ends with. */
export interface CampaignResult {
  readonly scenario: string
  readonly rounds: number
  /** Events that were acknowledged. */
  readonly events: number
  /** Milliseconds from each fault until it was over for who sends or reads. */
  readonly recoveries: readonly number[]
}

/** Called when the oracle has found nothing lost, doubled or invented; a test that fails says so itself. */
export function reportResult(result: CampaignResult): void {
  if (FAULT_RESULTS !== undefined) appendFileSync(FAULT_RESULTS, `${JSON.stringify(result)}\n`)
}
