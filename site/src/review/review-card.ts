import { review } from '../../content/review.ts'
import { REVIEW_DAYS_AGO } from '../articles/schedule.ts'
import { EDITION_DATE } from '../dates/edition-date.ts'
import { daysBefore } from '../dates/relative-date.ts'

/** Day of publication, `YYYY-MM-DD`. */
export const reviewPublished = daysBefore(EDITION_DATE, REVIEW_DAYS_AGO)

/** The review's title wherever a link stands alone, without a label of its own beside it. */
export const labelledTitle = `${review.label}: ${review.title}`
