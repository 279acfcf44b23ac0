import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import {
  currentTurn,
  currentViewer,
  forCurrentCaller,
  runAsAdministrator,
  runAsViewer,
} from './current-viewer.ts'

it('is the caller of everything that a request starts, and nobody outside', async () => {
  const seen = async () => {
    await Promise.resolve()
    return [currentViewer(), currentTurn()]
  }
  expect(await runAsViewer('token', seen)).toEqual(['token', 'token'])
  expect(await runAsAdministrator('editor', seen)).toEqual([undefined, 'editor'])
  expect(await runAsAdministrator('editor', () => runAsViewer(undefined, seen))).toEqual([undefined, ''])
  expect(await seen()).toEqual([undefined, ''])
})

it('is the caller of the last part of a long file too, which a slow client asks for later', async () => {
  const asked: (string | undefined)[] = []
  const file = (ask: () => void) =>
    Readable.toWeb(
      Readable.from(
        (async function* () {
          for (let part = 0; part < 8; part++) {
            await new Promise(setImmediate)
            ask()
            yield 'part'
          }
        })(),
      ),
    )
  const stream = runAsViewer('token', () => file(forCurrentCaller(() => asked.push(currentViewer()))))
  await new Promise((resolve) => setTimeout(resolve, 20))
  for await (const _ of stream) await new Promise(setImmediate)
  expect(asked).toEqual(Array(8).fill('token'))
})
