import type { Step } from './step.ts'

/** Pages fetched ahead of time count when they are shown, and then they say so themselves. */
export const dropPrefetch: Step = ({ request }) =>
  /prefetch|prerender|preview/i.test(request.purpose) ? 'prefetch' : undefined
