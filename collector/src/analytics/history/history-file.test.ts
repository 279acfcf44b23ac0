import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readHistory } from './history-file.ts'

const TODAY = '2026-11-20'

/** In one piece. */
const bytesOf = (lines: readonly string[]) => Readable.from([Buffer.from(lines.join('\n'))])

const read = (...lines: string[]) => readHistory(bytesOf(lines), TODAY)

/** Rows as `dimension day value page_views visits`. */
async function rowsOf(...lines: string[]): Promise<string[]> {
  const { rows } = await read(...lines)
  return rows.map(({ dimension, day, value, page_views, visits }) =>
    [dimension, day, value || '-', page_views ?? '-', visits ?? '-'].join(' '),
  )
}

const problemsOf = (...lines: string[]) => problemsIn(lines)

async function problemsIn(lines: readonly string[], maxRows?: number): Promise<unknown> {
  return readHistory(bytesOf(lines), TODAY, maxRows).then(
    () => 'none',
    (error: unknown) =>
      (error as { details: { line: number; problem: string }[] }).details.map(
        ({ line, problem }) => `${line}: ${problem}`,
      ),
  )
}

/** As Google Analytics puts above its tables. */
const ga4 = (report: string, from = '20260901', to = '20260930') => [
  '# ----------------------------------------',
  `# ${report}`,
  '# Account: The "Half", Ltd',
  '# Property: halfmeasure.test',
  '# ----------------------------------------',
  '#',
  '# All Users',
  `# Start date: ${from}`,
  `# End date: ${to}`,
]

describe('an export of Plausible', () => {
  it.each([
    [
      'imported_visitors',
      '"date","visitors","pageviews","bounces","visits","visit_duration"',
      '"2026-09-01",119,304,77,134,21070',
      'total 2026-09-01 - 304 134',
    ],
    [
      'imported_pages',
      '"date","hostname","page","visits","visitors","pageviews"',
      '"2026-09-01","halfmeasure.test","/articles/pine-beer",8,7,9',
      'page 2026-09-01 /articles/pine-beer 9 8',
    ],
    [
      'imported_pages',
      // Of an older version.
      '"date","hostname","page","visitors","pageviews","exits","time_on_page"',
      '"2026-09-01","halfmeasure.test","/",7,9,1,20',
      'page 2026-09-01 / 9 -',
    ],
    [
      'imported_sources',
      '"date","source","referrer","utm_source","utm_medium","utm_campaign","utm_content","utm_term","pageviews","visitors","visits","visit_duration","bounces"',
      '"2026-09-01","GitHub","github.com","","","","","",3,3,2,0,3',
      'source 2026-09-01 GitHub 3 2',
    ],
    [
      'imported_devices',
      '"date","device","visitors","visits","visit_duration","bounces","pageviews"',
      '"2026-09-01","Mobile",12,13,140,10,17',
      'device 2026-09-01 Mobile 17 13',
    ],
  ])('is read by its columns: %s', async (report, names, line, row) => {
    expect(await rowsOf(names, line)).toEqual([row])
    expect(await read(names, line)).toMatchObject({ provider: 'plausible', report })
  })

  it('adds the cities of a country up, and the referrers of a source', async () => {
    const names = 'date,country,region,city,visitors,visits,visit_duration,bounces,pageviews'
    expect(
      await rowsOf(
        names,
        '2026-09-01,GB,GB-ENG,2634910,1,2,4,0,2',
        '2026-09-01,GB,GB-ENG,2644688,1,1,0,1,3',
        '2026-09-02,GB,,0,1,1,0,1,1',
      ),
    ).toEqual(['country 2026-09-01 GB 5 3', 'country 2026-09-02 GB 1 1'])
  })

  it('says which tables are imported, where it is another one', async () => {
    expect(await problemsOf('date,browser,visitors,visits', '2026-09-01,Safari,1,1')).toEqual([
      expect.stringMatching(/^1: a table by browser is not imported; .*imported_visitors, imported_pages/),
    ])
  })

  it('is not the dashboard’s, whose rows may be months', async () => {
    expect(
      await problemsOf(
        'date,visitors,pageviews,visits,views_per_visit,bounce_rate,visit_duration',
        '2026-09-01,1190,3040,1340,2.27,57,157',
      ),
    ).toEqual([expect.stringMatching(/^1: .* may be weeks or months: .*Imports & exports/)])
  })
})

describe('a report of Google Analytics 4', () => {
  it.each([
    [
      'Pages and screens: Page path and screen class',
      'Page path and screen class,Date,Views,Active users,Total revenue',
      '/articles/pine-beer?x=1,20260901,40,20,0',
      'page 2026-09-01 /articles/pine-beer 40 -',
    ],
    [
      'Traffic acquisition: Session primary channel group (Default Channel Group)',
      'Session primary channel group (Default Channel Group),Date,Sessions,Engaged sessions,Engagement rate',
      'Organic Search,20260901,30,20,0.6666',
      'source 2026-09-01 Organic Search - 30',
    ],
    [
      'Demographic details: Country',
      'Country,Date,Active users,Sessions',
      'United Kingdom,20260901,30,31',
      'country 2026-09-01 United Kingdom - 31',
    ],
  ])('is read by its columns, beneath its comments: %s', async (report, names, line, row) => {
    const total = ',,1234,99,,Grand total'
      .split(',')
      .slice(-names.split(',').length - 1)
      .join(',')
    expect(await rowsOf(...ga4(report), '', names, total, line)).toEqual([row])
    expect(await read(...ga4(report), names, line)).toMatchObject({ provider: 'ga4', report })
  })

  it('may be an exploration, with the day first', async () => {
    expect(
      await rowsOf(
        '# Half Measure',
        '# Free form-Free form 1',
        '# 20260723-20260922',
        '',
        'Date,Views,Sessions',
        '20260826,130,50',
      ),
    ).toEqual(['total 2026-08-26 - 130 50'])
  })

  it('needs no column of days where it is of one day, and says how to get one where it is not', async () => {
    const table = ['Page path and screen class,Views', '/,12']
    expect(await rowsOf(...ga4('Pages', '20260901', '20260901'), ...table)).toEqual([
      'page 2026-09-01 / 12 -',
    ])
    expect(await problemsOf(...ga4('Pages'), ...table)).toEqual([
      expect.stringMatching(/^10: there is no column Date.*secondary dimension/),
    ])
    expect(await problemsOf(...table)).toEqual([expect.stringContaining('no column Date')])
    const compared = ['# Start date: 20260831', '# End date: 20260831']
    expect(await problemsOf(...ga4('Pages', '20260901', '20260901'), ...compared, ...table)).toEqual([
      expect.stringContaining('no column Date'),
    ])
  })

  it('is added up over City, Region, Browser and the query string only', async () => {
    const names = 'Date,Country,City,Event name,Sessions'
    expect(await rowsOf(names, '20260901,UK,Leeds,view,60', '20260901,UK,York,view,40')).toEqual([
      'country 2026-09-01 UK - 100',
    ])
    // The same sessions, by what happened in them.
    expect(await problemsOf(names, '20260901,UK,Leeds,view,60', '20260901,UK,Leeds,click,60')).toEqual([
      expect.stringMatching(/^3: date: 2026-09-01 is there twice/),
    ])
    expect(
      await problemsOf('Comparison,Page path,Date,Views', 'All,/,20260901,9', 'Mobile,/,20260901,5'),
    ).toEqual([expect.stringMatching(/^3: date: 2026-09-01 is there twice/)])
  })

  it('is one table, by one thing', async () => {
    expect(await problemsOf('Date,Page path,Country,Views', '20260901,/,UK,1')).toEqual([
      expect.stringContaining('split by “page path” and “country”'),
    ])
    expect(await problemsOf('Date,Browser,Views', '20260901,Safari,1', '20260901,Chrome,2')).toEqual([
      expect.stringMatching(/^3: date: 2026-09-01 is there twice/),
    ])
    expect(await problemsOf('Date,Page path,Views', '20260901,/,1', '', 'Country,Views')).toEqual([
      expect.stringMatching(/^4: 2 cells.*several tables/),
    ])
    expect(await problemsOf('Date,Page path,Active users', '20260901,/,1')).toEqual([
      expect.stringContaining('neither a column Views nor a column Sessions'),
    ])
  })
})

describe('raw events of Umami', () => {
  const names =
    'website_id,session_id,visit_id,event_id,hostname,browser,os,device,country,created_at,url_path,url_query,referrer_domain,event_type,event_name'
  const event = (visit: string, at: string, path: string, referrer = '', type = '1') =>
    `w,s,${visit},e,halfmeasure.test,ios,iOS,mobile,GB,${at},${path},,${referrer},${type},`

  it('are added up by day, page, source, country and device, and nothing of a visit is kept', async () => {
    const rows = await rowsOf(
      names,
      event('v1', '2026-09-01 10:05:00', '/b'),
      event('v1', '2026-09-01 10:00:00', '/a?x=1', 'google.com'),
      event('v1', '2026-09-01 10:06:00', '/a'),
      event('v2', '2026-09-01 12:00:00.123', '/a'),
      // As PostgreSQL's \copy writes it. In London it is the next day.
      event('v3', '2026-09-01 23:30:00.123+00', '/a', 'bing.com'),
    )
    expect(rows.toSorted()).toEqual([
      'country 2026-09-01 GB 4 2',
      'country 2026-09-02 GB 1 1',
      'device 2026-09-01 mobile 4 2',
      'device 2026-09-02 mobile 1 1',
      'page 2026-09-01 /a 3 2',
      'page 2026-09-01 /b 1 1',
      'page 2026-09-02 /a 1 1',
      'source 2026-09-01 Direct - 1',
      'source 2026-09-01 google.com - 1',
      'source 2026-09-02 bing.com - 1',
      'total 2026-09-01 - 4 2',
      'total 2026-09-02 - 1 1',
    ])
    expect(JSON.stringify(rows)).not.toMatch(/v1|w,s/)
  })

  it('are page views only; other events are counted and left out', async () => {
    const { leftOut, rows } = await read(
      names,
      event('v', '2026-09-01 10:00:00', '/a'),
      event('v', '2026-09-01 10:00:01', '/a', '', '2'),
    )
    expect([...leftOut]).toEqual([['not a page view', 1]])
    expect(rows.find(({ dimension }) => dimension === 'total')?.page_views).toBe(1)
  })

  it('are not its totals, which have no days', async () => {
    expect(await problemsOf('x,y', '/a,12')).toEqual([
      '1: Umami’s totals have no days: export its raw events',
    ])
  })
})

describe('what is wrong in a file', () => {
  it('is named by its line, all at once', async () => {
    expect(
      await problemsOf(
        'date,page,visitors,pageviews',
        '2026-13-01,/a,1,1',
        '2026-09-31,/a,1,1',
        '2026-11-21,/a,1,1',
        '1999-12-31,/a,1,1',
        '2026-09-01,/a,1,1.5',
        '2026-09-01,/a,1,-3',
        '2026-09-01,/a,1',
        `2026-09-01,/${'a'.repeat(2_000)},1,1`,
      ),
    ).toEqual([
      '2: date: “2026-13-01” is no day such as 2026-11-20',
      '3: date: “2026-09-31” is no day such as 2026-11-20',
      '4: date: 2026-11-21 is not between 2000-01-01 and today',
      '5: date: 1999-12-31 is not between 2000-01-01 and today',
      '6: page views: a whole number such as 120',
      '7: page views: a whole number such as 120',
      '8: 3 cells, where the first line has 4',
      '9: page: longer than 2000 characters',
    ])
  })

  it.each([
    ['nothing', [], /^1: the file is empty$/],
    [
      'a header alone',
      ['date,page,visitors,pageviews'],
      /^1: there is nothing to import below the first line$/,
    ],
    ['another table', ['name,email', 'Ada,a@b.test'], /^1: these columns are of no export/],
    [
      'an open quote',
      ['date,page,visitors,pageviews', '2026-09-01,"/a,1,1'],
      /^2: a quoted cell does not end/,
    ],
  ])('is said of %s', async (_, lines, problem) => {
    expect(await problemsOf(...lines)).toEqual([expect.stringMatching(problem)])
  })
})

describe('what a file may hold', () => {
  const names = 'created_at,session_id,url_path,event_type,country,device,referrer_domain'
  /** Each a page, a country, a device and a source of its own. */
  const events = (count: number) =>
    Array.from({ length: count }, (_, i) => `2026-01-01T00Z,a${i},b${i},1,c${i},d${i},e${i}`)

  it('is read and counted a slice at a time: others are served in between', async () => {
    let turns = 0
    const timer = setInterval(() => turns++)
    const { rows, totals } = await read(names, ...events(8_000))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(20)
    // One of the day, and four of each event.
    expect(rows).toHaveLength(32_001)
    expect(totals.map(({ dimension, visits }) => [dimension, visits])).toEqual([
      ['total', 8_000],
      ['page', 8_000],
      ['country', 8_000],
      ['device', 8_000],
      ['source', 8_000],
    ])
  })

  it('is so many rows by day and value, and not one more', async () => {
    const problems = (count: number, most: number) => problemsIn([names, ...events(count)], most)
    expect(await problems(5, 21)).toBe('none')
    const tooMany =
      /more than 20 rows by day and value: export a shorter period, and the rest as further files/
    // The sources are known at the end.
    expect(await problems(5, 20)).toEqual([expect.stringMatching(/^6: /)])
    expect(await problems(8, 20)).toEqual([expect.stringMatching(tooMany)])
    expect(await problems(8, 20)).toEqual([expect.stringMatching(/^8: /)])
  })

  it('is a hundred lines of comments', async () => {
    const table = ['date,page,pageviews', '2026-01-01,/,1']
    expect(await problemsIn([...Array<string>(100).fill('#'), ...table])).toBe('none')
    expect(await problemsIn([...Array<string>(101).fill('#'), ...table])).toEqual([
      '101: more than 100 lines that begin with #',
    ])
  })
})
