import { alertMetricFacts, type AlertDraft } from '@half-measure/shared/reports/alert-rule.ts'
import { button, link, paragraph, type Letter } from '../mail/letter.ts'
import { figureWords } from './figure-words.ts'

interface AlertNews extends AlertDraft {
  readonly value: number | null
  readonly raised: boolean
}

/** That a rule is met, or no longer. @param dashboard its origin. */
export function alertLetter(news: AlertNews, dashboard: string): Letter {
  const { metric, comparison, threshold, value, raised } = news
  const { label, unit } = alertMetricFacts(metric)
  const rule = `${label} ${comparison} ${figureWords(unit, threshold)}`
  const isOfDelivery = metric === 'dead_letters' || metric === 'pending'
  return {
    subject: raised ? `Alert: ${rule}` : `Over: ${rule}`,
    preview: `${label}: ${figureWords(unit, value)}`,
    title: raised ? rule : `No longer: ${rule}`,
    blocks: [
      paragraph(
        `${label} ${isOfDelivery ? 'now' : `in the last ${windowWords(news.window_minutes)}`}: ${figureWords(unit, value)}. ${
          raised
            ? 'There is no further mail about this until it is over.'
            : 'The next crossing is told again.'
        }`,
      ),
      button(
        'Look at it',
        `${dashboard}${isOfDelivery ? '/admin/data-quality' : '/admin/explore?period=today'}`,
      ),
    ],
    closing: [
      paragraph('You get this because you asked for alerts in the dashboard.'),
      link('Change that', `${dashboard}/admin/reports`),
    ],
  }
}

/** `45 minutes`, `6 hours` */
function windowWords(minutes: number): string {
  if (minutes === 60) return 'hour'
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
}
