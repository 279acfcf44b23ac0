import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import type { Brief, ComparedDay } from '@half-measure/shared/stats/brief.ts'
import { valueLabel } from '@half-measure/shared/stats/engine/labels.ts'

/** The three sentences of the brief, and what each is about. */
export function briefSentences({ day, complete, total, article, channel }: Brief): {
  total: string
  article: string | null
  channel: string | null
} {
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))
  const than = (compared: ComparedDay) => comparisonText(compared, `${weekday}s`)
  const nothing = complete
    ? `; without sessions on each of the last four ${weekday}s there is nothing to compare that with`
    : ' so far; later events are still waiting to be loaded, so it is too early to compare that'
  const label = channel && valueLabel('channel', channel.channel)
  return {
    total: `${countOf(total.sessions, 'session')}${than(total) ?? nothing}.`,
    article:
      article &&
      (article.stands_out
        ? `“${article.title}” stands out: ${countOf(article.sessions, 'session')}${than(article)}.`
        : `“${article.title}” was read most, in ${countOf(article.sessions, 'session')}${than(article) ?? ''}.`),
    channel:
      channel &&
      (channel.stands_out
        ? `${label} stands out: ${countOf(channel.sessions, 'session')}${than(channel)}.`
        : `${label} brought most, ${countOf(channel.sessions, 'session')}${than(channel) ?? ''}.`),
  }
}

/** `, more than on any of the last four Mondays (980 to 1,130)`; null where there is nothing to compare with. */
function comparisonText({ sessions, usual, stands_out }: ComparedDay, weekdays: string): string | null {
  if (!usual) return null
  const [fewest, most] = [formatCount(usual.fewest), formatCount(usual.most)]
  const range = fewest === most ? `${fewest} each` : `${fewest} to ${most}`
  switch (stands_out) {
    case 'above':
      return `, more than on any of the last four ${weekdays} (${range})`
    case 'below':
      return `, fewer than on any of the last four ${weekdays} (${range})`
    case null:
      if (sessions > usual.most)
        return `, a little more than on the last four ${weekdays} (${range}): nothing unusual`
      if (sessions < usual.fewest)
        return `, a little fewer than on the last four ${weekdays} (${range}): nothing unusual`
      return `, in line with the last four ${weekdays} (${range})`
  }
}
