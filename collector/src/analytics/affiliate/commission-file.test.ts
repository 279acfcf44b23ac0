import { describe, expect, it } from 'vitest'
import { readCommissions } from './commission-file.ts'

const HEAD = 'row_key,sub_id,occurred_at,commission,currency'

const NOW = new Date('2026-11-20T10:00:00Z')

const read = (...lines: string[]) => readCommissions(new Blob([lines.join('\n')]).stream(), NOW)

async function problemsOf(...lines: string[]): Promise<unknown> {
  return read(...lines).then(
    () => 'none',
    (error: unknown) => (error as { details: unknown }).details,
  )
}

describe('readCommissions', () => {
  it('takes columns in any order and leaves out what it does not know', async () => {
    expect(
      await read(
        'Currency, status ,advertiser,commission,occurred_at,sub_id,row_key',
        'GBP,pending,"Bell, Ltd",12.5,2026-11-19T10:30:00+01:00,pine-beer.nightjar-lager.3,A1',
        'EUR,approved,x,-0.0001,2026-11-18,,A2',
      ),
    ).toEqual([
      {
        row_key: 'A1',
        sub_id: 'pine-beer.nightjar-lager.3',
        occurred_at: new Date('2026-11-19T09:30:00Z'),
        commission: '12.5',
        currency: 'GBP',
        status: 'pending',
      },
      expect.objectContaining({ row_key: 'A2', sub_id: '', commission: '-0.0001', status: 'approved' }),
    ])
  })

  it('takes a day for its beginning in London, and no status for approved', async () => {
    const [summer] = await read(HEAD, 'A1,,2026-07-01,1,GBP')
    expect(summer).toMatchObject({ occurred_at: new Date('2026-06-30T23:00:00Z'), status: 'approved' })
  })

  it('names each line that is wrong, and what is wrong with it', async () => {
    expect(
      await problemsOf(
        HEAD,
        'A1,,2026-11-19,1.5,GBP',
        ',,2026-11-19,1.5,GBP',
        'A3,,yesterday,1.5,GBP',
        'A4,,2026-02-30,1.5,GBP',
        'A5,,2026-11-19,"1,50",GBP',
        'A6,,2026-11-19,1.50000,GBP',
        'A7,,2026-11-19,1.5,pounds',
        'A8,,2026-11-19,1.5',
        'A1,,2026-11-19,1.5,GBP',
      ),
    ).toEqual([
      { line: 3, problem: expect.stringContaining('row_key') },
      { line: 4, problem: expect.stringMatching(/^occurred_at: a day such as/) },
      { line: 5, problem: expect.stringContaining('occurred_at') },
      { line: 6, problem: 'commission: a decimal number such as 12.50' },
      { line: 7, problem: 'commission: a decimal number such as 12.50' },
      { line: 8, problem: 'currency: three capital letters, such as GBP' },
      { line: 9, problem: '4 cells, where the first line has 5' },
      { line: 10, problem: 'row_key: A1 is on line 2 already' },
    ])
  })

  it('takes purchases from 2000 until tomorrow in London: reports and exports have days of four digits', async () => {
    const taken = ['2000-01-01', '2026-11-21', '2026-11-21T23:59:59Z']
    expect(await read(HEAD, ...taken.map((at, i) => `A${i},,${at},1,GBP`))).toHaveLength(3)
    const refused = [
      '1999-12-31T23:59:59Z',
      '2026-11-22',
      '2026-11-22T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59-12:00',
    ]
    expect(await problemsOf(HEAD, ...refused.map((at, i) => `A${i},,${at},1,GBP`))).toEqual(
      refused.map((at, i) => ({
        line: i + 2,
        problem: `occurred_at: ${at} is not between 2000-01-01 and tomorrow`,
      })),
    )
  })

  it.each([
    [[''], 1, 'the file is empty'],
    [['row_key,sub_id', 'A1,x'], 1, 'there is no column occurred_at, commission, currency'],
    [[`${HEAD},currency`], 1, 'the column currency is there twice'],
    [[HEAD, '"A1,,2026'], 2, 'a quoted cell does not end'],
  ])('refuses %j', async (lines, line, problem) => {
    expect(await problemsOf(...lines)).toEqual([{ line, problem }])
  })

  it('stops after fifty wrong lines', async () => {
    const lines = Array.from({ length: 1_000 }, () => 'x')
    expect(await problemsOf(HEAD, ...lines)).toHaveLength(50)
  })

  it('takes fifty thousand lines at once, and not one more', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, i) => `A${i},,2026-11-19,1,GBP`)
    expect(await read(HEAD, ...lines(50_000))).toHaveLength(50_000)
    expect(await problemsOf(HEAD, ...lines(50_001))).toEqual([
      { line: 50_002, problem: 'more than 50000 commissions: split the file' },
    ])
  })
})
