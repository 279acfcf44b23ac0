import { PageTitles } from '../stats/articles.ts'
import { route } from './route.ts'

/** Apart from `reports.ts`, whose schemas pages would load before their first figures. */
export const listPageTitles = route('GET', '/api/stats/page-titles', PageTitles)
