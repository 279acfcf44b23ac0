import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Context } from '../context.ts'
import { alertValue } from './alert-value.ts'
import { checkAlerts } from './check-alerts.ts'
import { weeklyFigures } from './report-figures.ts'
import { reportWeek } from './report-week.ts'
import { awaitingWeek, sendWeek } from './send-weekly.ts'

const EVERY_MS = 60_000
/** A rule is looked at again after this. */
const ALERT_EVERY_MS = 5 * 60_000

/** Looks every minute what there is to tell: the week's letter, and figures that crossed a threshold. */
export function scheduleReports(
  { people, postgres, statistics, events, config, log }: Context,
  articles: readonly ListedArticle[],
): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const sources = {
    ask: (question: Parameters<typeof statistics.answerer.answer>[0]) =>
      statistics.answerer.answer(question, articles, stopped.signal),
    delivery: () => events.account.delivery(),
    articles,
  }
  const { dashboard } = config.origins
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(look)
  }, EVERY_MS)
  timer.unref()

  async function look(): Promise<void> {
    // Without the people's database there is nobody to tell.
    if (!people.current || stopped.signal.aborted) return
    const at = new Date()
    await told('the week could not be reported', async () => {
      const week = reportWeek(at)
      const recipients = week ? await awaitingWeek(postgres.db, week) : []
      if (!week || recipients.length === 0) return
      const figures = await weeklyFigures(sources, week)
      for (const recipient of recipients) await sendWeek(postgres.db, recipient, figures, { dashboard, at })
    })
    await told('the alerts could not be checked', () =>
      checkAlerts(postgres.db, (rule) => alertValue(sources, rule, at), {
        at,
        before: new Date(at.getTime() - ALERT_EVERY_MS),
        dashboard,
      }),
    )
  }

  async function told(failure: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ err: error }, `${failure}; it is tried again in a minute`)
    }
  }

  return {
    async stop() {
      stopped.abort()
      clearInterval(timer)
      await running
    },
  }
}
