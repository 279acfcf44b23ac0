import { ReaderStatus } from '../consent/ReaderStatus.tsx'
import { paths } from '../paths.ts'
import { ProsePage } from './ProsePage.tsx'

/** The policy, and how it looks from the reader's own browser. */
export function CookiePolicyPage() {
  return (
    <ProsePage file="legal/cookie-policy" path={paths.cookiePolicy}>
      <ReaderStatus />
    </ProsePage>
  )
}
