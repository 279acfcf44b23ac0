import { CommissionImport, CommissionProblem } from '@half-measure/shared/stats/affiliate-commission.ts'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import type { Api } from './api.ts'

export interface CommissionFile {
  network: string
  file: File
}

/** What became of a file: taken, or refused with what is wrong on which line. */
export type CommissionOutcome =
  | { kind: 'taken'; counts: CommissionImport }
  | { kind: 'refused'; problems: CommissionProblem[] }

const Problems = z.array(CommissionProblem)

/** A file with mistakes in it is an answer, for the person who made it; other refusals are thrown. */
export async function importCommissions(
  api: Api,
  { network, file }: CommissionFile,
): Promise<CommissionOutcome> {
  const path = `/api/stats/affiliate/commissions?${new URLSearchParams({ network })}`
  try {
    const body = new Blob([file], { type: 'text/csv' })
    return { kind: 'taken', counts: await api.send('POST', path, CommissionImport, body) }
  } catch (error) {
    const problems = error instanceof ApiError ? Problems.safeParse(error.details) : undefined
    if (problems?.success) return { kind: 'refused', problems: problems.data }
    throw error
  }
}
