import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { describe, expect, it } from 'vitest'
import { openTraces } from './traces.ts'

/** The smallest id, which every ratio keeps. */
const CALLER = { traceId: `${'0'.repeat(31)}1`, spanId: 'b7ad6b7169203331' }

async function spansOf(ratio: number, traceparent: string | undefined) {
  const spans: ReadableSpan[] = []
  const options = { endpoint: 'http://127.0.0.1:1', ratio, serviceName: 'collector' }
  const traces = openTraces(options, {
    export: (finished, done) => {
      spans.push(...finished)
      done({ code: 0 })
    },
    shutdown: () => Promise.resolve(),
  })
  const request = { group: 'health', method: 'GET', status: 200, startedAt: 0, seconds: 0.1 } as const
  traces.request({ ...request, traceparent })
  await traces.stop()
  return spans
}

describe('a request that names a trace of its caller', () => {
  it.each(['00', '01'])('has a span of its own, linked with it (flags %s)', async (flags) => {
    const [span] = await spansOf(1, `00-${CALLER.traceId}-${CALLER.spanId}-${flags}`)
    expect(span?.parentSpanContext).toBeUndefined()
    expect(span?.spanContext().traceId).not.toBe(CALLER.traceId)
    expect(span?.links).toMatchObject([{ context: CALLER }])
  })

  it('is traced no more often for that, whatever it chooses', async () => {
    expect(await spansOf(1e-9, `00-${CALLER.traceId}-${CALLER.spanId}-01`)).toEqual([])
  })

  it.each([undefined, 'nonsense', `00-${'0'.repeat(32)}-${CALLER.spanId}-01`])(
    'in a header that names none (%s), has no link',
    async (traceparent) => {
      const [span] = await spansOf(1, traceparent)
      expect(span?.links).toEqual([])
    },
  )
})
