import { expect, it } from 'vitest'
import { SeededRandom } from '../../../seed/seeded-random.ts'
import { changeOf, isRaised } from './measure-alert.ts'

/** Rules are checked every five minutes. */
const CHECKS_A_DAY = 288
const WEEK = 7 * CHECKS_A_DAY
const HOUR = 12
const WEEKS = 8

/** Of each five minutes, of readers who never change. Views come several to a session, minutes apart. */
function steadyTraffic(sessionsADay: number) {
  const random = new SeededRandom(7, sessionsADay)
  const steps = (WEEKS + 1) * WEEK
  const counts = { sessions: new Uint32Array(steps), page_views: new Uint32Array(steps) }
  const add = (to: Uint32Array, at: number) => to.set([countAt(to, at) + 1], at)
  for (let session = 0; session < (steps / CHECKS_A_DAY) * sessionsADay; session++) {
    let at = random.below(steps)
    add(counts.sessions, at)
    do add(counts.page_views, at)
    while (random.chance(0.39) && (at += random.below(2)) < steps)
  }
  return counts
}

function countAt(counts: Uint32Array, at: number): number {
  return counts[at] ?? 0
}

/** How often an alert on changes by 30% in an hour is raised. */
function alarmsOf(counts: Uint32Array, metric: 'sessions' | 'page_views', comparison: 'down' | 'up'): number {
  let [figure, before, raised, alarms] = [0, 0, false, 0]
  for (let at = WEEK; at < counts.length; at++) {
    figure += countAt(counts, at) - (at - HOUR < WEEK ? 0 : countAt(counts, at - HOUR))
    before += countAt(counts, at - WEEK) - countAt(counts, at - HOUR - WEEK)
    const measured = { figure, before, value: changeOf(figure, before) }
    const now = isRaised({ metric, comparison, threshold: 30 }, measured, raised)
    if (now && !raised) alarms++
    raised = now
  }
  return alarms
}

it.each([200, 1_000, 5_000])(
  '%i sessions a day that never change hardly raise an alert in eight weeks',
  (sessionsADay) => {
    const traffic = steadyTraffic(sessionsADay)
    for (const metric of ['sessions', 'page_views'] as const)
      for (const comparison of ['down', 'up'] as const)
        expect(alarmsOf(traffic[metric], metric, comparison), `${metric} ${comparison}`).toBeLessThan(2)
  },
)
