import { ENDED_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { use } from 'react'
import { AssetsContext } from './assets.ts'

/**
 * Puts the variants of a session, and those of tests that have ended, into what follows it on the page before that is
 * painted. The build refuses a page that has an exposure without it.
 */
export function VariantScript() {
  const { beforePaint } = use(AssetsContext)
  return <script {...beforePaint} data-ended={ENDED_PLACEHOLDER} />
}
