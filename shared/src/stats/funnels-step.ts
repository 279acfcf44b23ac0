import { z } from 'zod'
import { normalisePath } from '../events/common.ts'
import { text } from '../text.ts'
import { CONVERSION_TYPES } from '../domain/conversion-types.ts'

/** The event that takes a session to a step. A page path ending in `*` stands for every path with that prefix. */
export type FunnelStep =
  | { readonly kind: 'page'; readonly path: string; readonly isPrefix: boolean }
  | { readonly kind: 'conversion'; readonly type: (typeof CONVERSION_TYPES)[number] }
  /** `type`, or `type:id` where the element has an id. */
  | { readonly kind: 'element'; readonly element: string }

const ConversionStep = z.enum(CONVERSION_TYPES)

/**
 * A step as text, short enough for an address and for people: `page:/newsletter`, `page:/articles/*`,
 * `conversion:newsletter_signup`, `element:button:hero-cta`.
 */
export const FunnelStepText = text(500).refine((step) => readFunnelStep(step) !== undefined, {
  message: 'page:/path, page:/path/*, conversion:<type> or element:<type>[:<id>]',
})

/** Undefined for text that is no step. */
export function readFunnelStep(text: string): FunnelStep | undefined {
  const [kind, ...parts] = text.split(':')
  const rest = parts.join(':')
  switch (kind) {
    case 'page': {
      if (!rest.startsWith('/')) return undefined
      const path = normalisePath(rest)
      const isPrefix = path.endsWith('*')
      return { kind, path: isPrefix ? path.slice(0, -1) : path, isPrefix }
    }
    case 'conversion': {
      const type = ConversionStep.safeParse(rest)
      return type.success ? { kind, type: type.data } : undefined
    }
    case 'element':
      return rest === '' ? undefined : { kind, element: rest }
    default:
      return undefined
  }
}
