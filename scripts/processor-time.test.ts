import { expect, it } from 'vitest'
import { inProcessorTime } from './processor-time.ts'

const MAIN = { pid: 7, tid: 1, ph: 'X', cat: 'devtools.timeline', args: {} } as const
const task = { ...MAIN, name: 'RunTask', ts: 1_000, dur: 90_000, tts: 500, tdur: 20_000 }

it('a task that was interrupted lasts as long as it had the processor', () => {
  expect(inProcessorTime([task])).toEqual([{ ...task, dur: 20_000 }])
})

it('what happens within a task moves with its processor time and stays within', () => {
  const layout = { ...MAIN, name: 'Layout', ts: 60_000, dur: 30_000, tts: 15_500, tdur: 5_000 }
  expect(inProcessorTime([task, layout])[1]).toEqual({ ...layout, ts: 16_000, dur: 5_000 })
})

it('events between tasks, of other threads and without a thread clock keep the clock', () => {
  const other = { ...MAIN, tid: 2, name: 'Decode', ts: 2_000, dur: 9_000, tts: 100, tdur: 1_000 }
  const paint = { ...MAIN, ph: 'R', name: 'firstContentfulPaint', ts: 50_000, dur: 0 } as const
  const later = { ...MAIN, name: 'Commit', ts: 200_000, dur: 4_000, tts: 30_000, tdur: 2_000 }
  expect(inProcessorTime([other, paint, later, task])).toEqual([
    { ...task, dur: 20_000 },
    other,
    paint,
    later,
  ])
})

it('a task within a task moves with it', () => {
  const inner = { ...task, ts: 60_000, dur: 10_000, tts: 15_500, tdur: 3_000 }
  expect(inProcessorTime([task, inner])[1]).toEqual({ ...inner, ts: 16_000, dur: 3_000 })
})
