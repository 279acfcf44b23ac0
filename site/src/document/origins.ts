import { SITE_ORIGIN_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'

/** The absolute URL of a path of this site. */
export function absolute(path: string): string {
  return `${SITE_ORIGIN_PLACEHOLDER}${path}`
}
