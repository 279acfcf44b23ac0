import * as account from '@half-measure/shared/routes/account.ts'
import * as audience from '@half-measure/shared/routes/audience.ts'
import * as auth from '@half-measure/shared/routes/auth.ts'
import * as coverage from '@half-measure/shared/routes/coverage.ts'
import * as delivery from '@half-measure/shared/routes/delivery.ts'
import * as history from '@half-measure/shared/routes/history.ts'
import * as links from '@half-measure/shared/routes/links.ts'
import * as pageTitles from '@half-measure/shared/routes/page-titles.ts'
import * as passkeys from '@half-measure/shared/routes/passkeys.ts'
import * as reports from '@half-measure/shared/routes/reports.ts'
import type { Route } from '@half-measure/shared/routes/route.ts'
import * as singleSignOn from '@half-measure/shared/routes/single-sign-on.ts'
import * as site from '@half-measure/shared/routes/site.ts'
import * as stats from '@half-measure/shared/routes/stats.ts'
import * as views from '@half-measure/shared/routes/views.ts'
import * as webVitals from '@half-measure/shared/routes/web-vitals.ts'
import * as workspace from '@half-measure/shared/routes/workspace.ts'

const files = [
  account,
  audience,
  auth,
  coverage,
  delivery,
  history,
  links,
  pageTitles,
  passkeys,
  reports,
  singleSignOn,
  site,
  stats,
  views,
  webVitals,
  workspace,
]

/** Every route that the dashboard and the site call, with its schemas. */
export const CALLED_ROUTES = files.flatMap((file): Route[] => Object.values(file))
