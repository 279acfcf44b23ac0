import { expect, it } from 'vitest'
import { sessionsFile } from './SessionsPage.tsx'

const period = { nameInFile: '2026-11-01-2026-11-28' }

it('a file of the first sessions of more says so, in its name and beside its button', () => {
  expect(sessionsFile(50, true, period)).toEqual({
    file: 'half-measure-sessions-newest-50-2026-11-01-2026-11-28',
    fileNote: 'the 50 newest, as shown',
  })
  expect(sessionsFile(1_050, true, period).fileNote).toBe('the 1,050 newest, as shown')
})

it('a file of all sessions has their days alone', () => {
  expect(sessionsFile(50, false, period)).toEqual({ file: 'half-measure-sessions-2026-11-01-2026-11-28' })
})
