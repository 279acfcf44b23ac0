import { ISSUE_PLACEHOLDERS } from '@half-measure/shared/placeholders.ts'
import { describe, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { createTestApp } from '../../../test/postgres/test-app.ts'
import { contentPolicy } from '../../platform/http/security-headers.ts'
import { setInArchive } from './archived-issues.ts'
import { issueArchiveRoutes } from './issue-archive.ts'

const { list, title, summary, day, body, slug } = ISSUE_PLACEHOLDERS
const pages = {
  list: `<ul>${list}</ul>`,
  issue: `<h1>${title}</h1><p>${summary}</p><p>${day}</p><a href="${slug}"></a><div>${body}</div>`,
  missing: '<h1>404</h1>',
}

describePostgres('the newsletter’s archive', (db) => {
  const open = () =>
    createTestApp().route(
      '/',
      issueArchiveRoutes(db(), {
        site: 'https://halfmeasure.test',
        partners: ['https://pixel.test'],
        pages,
      }),
    )

  async function write(
    subject: string,
    state: 'draft' | 'sent',
    sent: string,
    text = '## A half\n\nSee [the stories](/stories), "quoted" <b>.',
  ): Promise<string> {
    const at = new Date(sent)
    const { id } = await db()
      .insertInto('newsletter_issues')
      .values({
        subject,
        preheader: 'One drink & one argument',
        body: text,
        state,
        created_at: at,
        updated_at: at,
        started_at: state === 'sent' ? at : null,
        finished_at: state === 'sent' ? at : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  it('lists what was sent and nothing else, the newest first', async () => {
    await write('An old one', 'sent', '2026-11-13T17:00:00Z')
    await write('Fish & <chips>', 'sent', '2026-11-20T17:00:00Z')
    await write('A draft', 'draft', '2026-11-21T17:00:00Z')
    const html = await (await open().request('/newsletter/archive')).text()
    expect([...html.matchAll(/<a href="([^"]+)">([^<]+)/g)].map(([, ...link]) => link)).toEqual([
      ['/newsletter/archive/2026-11-20-fish-chips', 'Fish &amp; &lt;chips&gt;'],
      ['/newsletter/archive/2026-11-13-an-old-one', 'An old one'],
    ])
    expect(html).not.toContain('A draft')
  })

  it('shows an issue without the styles of emails', async () => {
    await write('Fish & <chips>', 'sent', '2026-11-20T17:00:00Z')
    const html = await (await open().request('/newsletter/archive/2026-11-20-fish-chips')).text()
    expect(html).toBe(
      '<h1>Fish &amp; &lt;chips&gt;</h1><p>One drink &amp; one argument</p><p>November 20, 2026</p>' +
        '<a href="2026-11-20-fish-chips"></a><div><h2>A half</h2>\n' +
        '<p>See <a href="https://halfmeasure.test/stories">the stories</a>, &quot;quoted&quot; &lt;b&gt;.</p></div>',
    )
  })

  it('lets the browser load an issue’s pictures from https, and nothing else from there', async () => {
    await write('Plain', 'sent', '2026-11-13T17:00:00Z')
    const picture = (src: string) => `![A glass](${src})`
    const text = [
      picture('/p.jpg'),
      `> ${picture('https://cdn.test:8443/a.jpg')}`,
      `1. ${picture('https://img.test/b.jpg')}\n\n   ${picture('https://img.test/c.jpg')}`,
      picture('http://old.test/d.jpg'),
      picture('https://a;script-src/e.jpg'),
    ].join('\n\n')
    await write('Pictures', 'sent', '2026-11-20T17:00:00Z', text)
    const policyOf = async (name: string) =>
      (await open().request(`/newsletter/archive/${name}`)).headers.get('Content-Security-Policy')
    expect(await policyOf('2026-11-20-pictures')).toBe(
      contentPolicy(['https://pixel.test'], ['https://cdn.test:8443', 'https://img.test']),
    )
    // That of every page.
    expect(await policyOf('2026-11-13-plain')).toBeNull()
  })

  it('gives issues of one day and subject an address each, which they keep', async () => {
    const first = await write('Halves', 'sent', '2026-11-20T08:00:00Z')
    await write('Halves!', 'sent', '2026-11-20T17:00:00Z', 'The later one.')
    await write('Halves 2', 'sent', '2026-11-20T18:00:00Z')
    const addresses = async () =>
      [
        ...(await (await open().request('/newsletter/archive')).text()).matchAll(/href="[^"]+\/([^"/]+)"/g),
      ].map(([, slug]) => slug)
    expect(await addresses()).toEqual(['2026-11-20-halves-2-2', '2026-11-20-halves-2', '2026-11-20-halves'])
    const later = await open().request('/newsletter/archive/2026-11-20-halves-2')
    expect(await later.text()).toContain('The later one.')
    await setInArchive({ db: db(), now: () => new Date() }, first, false, { userId: first })
    expect(await addresses()).toEqual(['2026-11-20-halves-2-2', '2026-11-20-halves-2'])
  })

  it('knows no draft, and no address that was never sent', async () => {
    await write('A draft', 'draft', '2026-11-21T17:00:00Z')
    for (const name of ['2026-11-21-a-draft', 'issue', 'x'])
      expect((await open().request(`/newsletter/archive/${name}`)).status).toBe(404)
    expect(await (await open().request('/newsletter/archive')).text()).toContain('None has been sent yet.')
  })

  it('has nothing of an issue that was removed, until it is shown again', async () => {
    const id = await write('A mistake', 'sent', '2026-11-20T17:00:00Z')
    const app = open()
    const places = async () =>
      Promise.all(
        ['', '.xml', '/2026-11-20-a-mistake'].map(async (path) => {
          const response = await app.request(`/newsletter/archive${path}`)
          return [response.status, (await response.text()).includes('A mistake')]
        }),
      )
    const everywhere = [
      [200, true],
      [200, true],
      [200, true],
    ]
    expect(await places()).toEqual(everywhere)
    const audience = { db: db(), now: () => new Date() }
    await setInArchive(audience, id, false, { userId: id })
    expect(await places()).toEqual([
      [200, false],
      [200, false],
      [404, false],
    ])
    await setInArchive(audience, id, true, { userId: id })
    expect(await places()).toEqual(everywhere)
  })

  describe('its feed', () => {
    it('has issues in full', async () => {
      await write('Fish & <chips>', 'sent', '2026-11-20T17:00:00Z')
      const response = await open().request('/newsletter/archive.xml')
      const xml = await response.text()
      expect(response.headers.get('Content-Type')).toContain('application/xml')
      expect(xml).toContain('<link>https://halfmeasure.test/newsletter/archive/2026-11-20-fish-chips</link>')
      expect(xml).toContain('<pubDate>Fri, 20 Nov 2026 17:00:00 GMT</pubDate>')
      expect(xml).toContain('&lt;h2&gt;A half&lt;/h2&gt;')
    })

    it('is XML, whatever control characters an issue has', async () => {
      await write('Tab', 'sent', '2026-11-20T17:00:00Z', 'One\u000btwo\u0001three\uffffs 🍺')
      const xml = await (await open().request('/newsletter/archive.xml')).text()
      expect(xml).toContain('Onetwothrees 🍺')
    })

    it('has a new one as soon as it was sent, and twenty at most', async () => {
      const app = open()
      const items = async () =>
        [
          ...(await (await app.request('/newsletter/archive.xml')).text()).matchAll(/<item><title>([^<]+)/g),
        ].map(([, title]) => title)
      expect(await items()).toEqual([])
      for (let day = 1; day <= 21; day++)
        await write(`Issue ${day}`, 'sent', `2026-11-${String(day).padStart(2, '0')}T17:00:00Z`)
      const titles = await items()
      expect([titles.length, titles[0], titles.at(-1)]).toEqual([20, 'Issue 21', 'Issue 2'])
    })
  })
})
