import type { CallInput, ResponseOf, Route } from '@half-measure/shared/routes/route.ts'
import { FileProblem } from '@half-measure/shared/stats/file-problem.ts'
import { z } from 'zod'
import type { Api } from './client.ts'
import { ApiError } from './errors.ts'

const Problems = z.array(FileProblem)

export type Uploaded<T> = { accepted: T } | { problems: FileProblem[] }

/** Sends a CSV file. Mistakes in it are an outcome; other errors are thrown. */
export async function uploadCsv<R extends Route>(
  api: Api,
  route: R,
  input: CallInput<R>,
  file: File,
): Promise<Uploaded<ResponseOf<R>>> {
  try {
    return { accepted: await api.upload(route, input, new Blob([file], { type: 'text/csv' })) }
  } catch (error) {
    const problems = error instanceof ApiError ? Problems.safeParse(error.details) : undefined
    if (problems?.success) return { problems: problems.data }
    throw error
  }
}
