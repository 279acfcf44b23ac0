import { readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { createFileTransport, eraseEmailFiles, expireEmailFiles } from './file-transport.ts'
import { anOutboxEmail } from './testing/an-email.ts'

const mail = anOutboxEmail({
  subject: 'bob@b.test says hello',
  html: '<p>ada@b.test</p>',
  text: 'To: eve@b.test',
})

describe('mail in files', () => {
  let directory: string

  beforeEach(async () => {
    directory = temporaryDirectory()
    const transport = createFileTransport(directory, 'hello@halfmeasure.test')
    await transport.deliver(mail)
    await transport.deliver({
      ...mail,
      id: '2',
      kind: 'newsletter-confirm',
      recipient: 'Bob@b.test',
      reply_to: null,
    })
    await transport.deliver({
      ...mail,
      id: '3',
      created_at: new Date('2026-12-01T10:00:00Z'),
      reply_to: null,
    })
    writeFileSync(join(directory, 'notes.txt'), 'mine')
  })

  it('expires after 30 days', async () => {
    expect(await expireEmailFiles(directory, new Date('2026-12-20T10:00:00Z'))).toBe(0)
    expect(await expireEmailFiles(directory, new Date('2026-12-20T10:00:01Z'))).toBe(2)
    expect(readdirSync(directory).toSorted()).toEqual([
      '20261201T100000000Z-contact-message-3.eml',
      'notes.txt',
    ])
  })

  it.each([
    ['ada@b.test', 1],
    ['BOB@b.test', 1],
    ['eve@b.test', 0],
    ['b.test', 0],
  ])('is erased where it is to or from %s', async (address, erased) => {
    expect(await eraseEmailFiles(directory, address)).toBe(erased)
    expect(readdirSync(directory)).toHaveLength(4 - erased)
  })

  it('goes with it where a crash left it half written', async () => {
    const left = join(directory, '.20261201T100000000Z-newsletter-confirm-4.eml.unfinished')
    writeFileSync(left, 'To: eve@b.test\r\nSubj')
    expect(await expireEmailFiles(directory, new Date('2026-12-20T10:00:01Z'))).toBe(2)
    expect(await eraseEmailFiles(directory, 'eve@b.test')).toBe(1)
    writeFileSync(left, '')
    expect(await expireEmailFiles(directory, new Date('2027-01-01T00:00:00Z'))).toBe(2)
    expect(readdirSync(directory)).toEqual(['notes.txt'])
  })

  it('is erased though other files go, or are finished, in the same moment', async () => {
    // A dangling link stands for a file that was removed after it was listed.
    symlinkSync(join(directory, 'gone'), join(directory, '20261120T000000000Z-gone.eml'))
    symlinkSync(join(directory, 'gone'), join(directory, '.20261202T000000000Z-done.eml.unfinished'))
    writeFileSync(join(directory, '20261202T000000000Z-done.eml'), 'To: eve@b.test\r\n\r\n')
    expect(await eraseEmailFiles(directory, 'eve@b.test')).toBe(1)
  })

  it('is nothing where there is no directory', async () => {
    expect(await eraseEmailFiles(join(directory, 'none'), 'ada@b.test')).toBe(0)
    expect(await expireEmailFiles(join(directory, 'none'), new Date())).toBe(0)
  })
})
