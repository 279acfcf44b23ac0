import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import {
  currentQueue,
  currentViewer,
  forCurrentCaller,
  runAsAdministrator,
  runAsViewer,
} from './current-caller.ts'

it('is the caller of everything that a request starts, and nobody outside', async () => {
  const seen = async () => {
    await Promise.resolve()
    return [currentViewer(), currentQueue()]
  }
  expect(await runAsViewer('token', seen)).toEqual(['token', 'token'])
  expect(await runAsAdministrator('editor', seen)).toEqual([undefined, 'editor'])
  expect(await runAsAdministrator('editor', () => runAsViewer(undefined, seen))).toEqual([undefined, ''])
  expect(await seen()).toEqual([undefined, ''])
})

it('is still the caller for the last part of a long file that a slow client reads', async () => {
  const viewers: (string | undefined)[] = []
  const file = (onPart: () => void) =>
    Readable.toWeb(
      Readable.from(
        (async function* () {
          for (let part = 0; part < 8; part++) {
            await new Promise(setImmediate)
            onPart()
            yield 'part'
          }
        })(),
      ),
    )
  const stream = runAsViewer('token', () => file(forCurrentCaller(() => viewers.push(currentViewer()))))
  await new Promise((resolve) => setTimeout(resolve, 20))
  for await (const _ of stream) await new Promise(setImmediate)
  expect(viewers).toEqual(Array(8).fill('token'))
})
