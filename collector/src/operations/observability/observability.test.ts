import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import type { Context } from '../../stack/context.ts'
import { openObservability } from './observability.ts'

it('says which variable to change where another program has the port of the metrics', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const observability = await openObservability({ metricsPort: port, traces: undefined })
  const context = {
    config: { dataDir: '/tmp', listen: { host: '127.0.0.1' }, spool: { maxBytes: 1 } },
    events: {},
  } as unknown as Context
  await expect(observability.start(context)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or set METRICS_PORT to a free one.`,
  )
  other.close()
})
