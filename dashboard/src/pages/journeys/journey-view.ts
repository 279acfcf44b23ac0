import { JourneyQuery } from '@half-measure/shared/stats/journeys.ts'

export type JourneyView = ReturnType<typeof readJourneyView>

/** Reads the address; defaults replace invalid parameters. */
export function readJourneyView(params: URLSearchParams) {
  const { page, direction, steps } = JourneyQuery.shape
  return {
    page: page.catch('/').parse(params.get('page') ?? undefined),
    direction: direction.catch('next').parse(params.get('direction') ?? undefined),
    steps: steps.catch(3).parse(params.get('steps') ?? undefined),
  }
}
