import { expect, it, onTestFinished } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { type ErasureTools, Eraser } from './erase-session.ts'
import { Ledger } from './ledger.ts'

const SESSION = 'session_1763632800000_forgotten'

it('is asked once more by a collector that heard of the promise and was away when it was kept without it', async () => {
  const ledger = await Ledger.open(temporaryDirectory())
  const told: string[] = []
  // As much of a collector as it takes until the rows are touched.
  const tools = {
    ledger,
    spool: {
      rotate: async () => ({}),
      isSettled: () => true,
      blankSettledRows: async () => {},
      removeQuarantined: async () => {},
    },
    deadLetters: { list: async () => [] },
    loader: { exclusively: (task: () => Promise<unknown>) => task() },
    forget: () => {},
    shared: {
      isOpen: async () => false,
      promise: async () => void told.push('promise'),
      sign: async () => void told.push('sign'),
      mayErase: async () => false,
      keep: async () => {},
    },
  }
  const eraser = new Eraser(tools as unknown as ErasureTools)
  onTestFinished(() => eraser.stop())
  await eraser.requestElsewhere(SESSION)
  await expect.poll(() => told).toEqual(['promise', 'sign'])
  expect(ledger.openErasures).toMatchObject([{ session_id: SESSION, elsewhere: false }])
})
