import { CONSENT_AT_KEY, CONSENT_KEY, SESSION_KEY } from '@half-measure/shared/domain/consent.ts'
import { PageHead } from '../document/PageHead.tsx'
import { paths } from '../paths.ts'

const STORED = [
  {
    key: CONSENT_KEY,
    where: 'Local storage',
    what: 'Your choice: the text true or false.',
    when: 'When you choose',
  },
  { key: CONSENT_AT_KEY, where: 'Local storage', what: 'The moment you accepted.', when: 'When you accept' },
  {
    key: SESSION_KEY,
    where: 'Session storage',
    what: 'A random number for this visit.',
    when: 'After you accept',
  },
]

export function CookiePolicyPage() {
  return (
    <article className="article">
      <PageHead
        title="Cookie Policy"
        description="What this site keeps in your browser, when, and how to undo it."
        path={paths.cookiePolicy}
      />
      <header className="article-head">
        <h1>Cookie Policy</h1>
        <p className="byline">Last updated: January 4, 2025</p>
      </header>
      <div className="prose">
        <p>
          Until you choose, this site keeps nothing in your browser and counts nothing. If you reject, it
          keeps your answer and nothing else. If you accept, it counts the pages you read. A browser that
          sends Global Privacy Control is taken to have rejected. You can change your mind at any time under
          Cookie settings, at the foot of every page.
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Where</th>
              <th scope="col">What it holds</th>
              <th scope="col">When it is kept</th>
            </tr>
          </thead>
          <tbody>
            {STORED.map(({ key, where, what, when }) => (
              <tr key={key}>
                <td>
                  <code>{key}</code>
                </td>
                <td>{where}</td>
                <td>{what}</td>
                <td>{when}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </article>
  )
}
