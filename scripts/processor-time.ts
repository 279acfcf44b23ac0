import type { Trace, TraceEvent } from 'lighthouse'
import TraceGatherer from 'lighthouse/core/gather/gatherers/trace.js'

/**
 * Lighthouse's trace with the processor time of tasks in place of their time by the clock: on a busy machine, a task
 * may be interrupted for longer than it runs (docs/decisions/0033).
 */
export class ProcessorTimeTrace extends TraceGatherer {
  override getArtifact(): Trace {
    return { traceEvents: inProcessorTime(this._trace.traceEvents) }
  }
}

/** `ts` and `dur` are microseconds by the clock, `tts` and `tdur` those of the thread's processor time. */
type TimedEvent = TraceEvent & { readonly tts?: number; readonly tdur?: number }

/** Every task keeps its start. Events within it move to the processor time since then. */
export function inProcessorTime(events: readonly TimedEvent[]): TraceEvent[] {
  const latest = new Map<string, TimedEvent>()
  const moved = events
    .toSorted((a, b) => a.ts - b.ts)
    .map((event) => {
      const thread = `${event.pid}:${event.tid}`
      const task = latest.get(thread)
      if (task && event.ts < task.ts + task.dur) return inTaskTime(task, event)
      if (event.name !== 'RunTask') return event
      latest.set(thread, event)
      return inTaskTime(event, event)
    })
  return moved.toSorted((a, b) => a.ts - b.ts)
}

function inTaskTime(task: TimedEvent, event: TimedEvent): TraceEvent {
  // Marks that come from elsewhere, such as a paint's from the screen, have only the clock.
  if (task.tts === undefined || event.tts === undefined) return event
  const ts = task.ts + event.tts - task.tts
  return event.tdur === undefined ? { ...event, ts } : { ...event, ts, dur: event.tdur }
}
