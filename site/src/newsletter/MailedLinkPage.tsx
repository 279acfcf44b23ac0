import { PageHead } from '../document/PageHead.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { PrivateAddress } from './PrivateAddress.tsx'

interface MailedLinkPageProps {
  readonly path: string
  readonly title: string
  readonly question: string
  readonly button: string
  /** What the page says at `#done`, where the server comes back to it. */
  readonly done?: { readonly title: string; readonly text: string }
}

/**
 * What a link in a letter opens. The form has no action: it goes to the page's own address, which carries the
 * token, and the server answers with the next page, or with this one at `#done`.
 */
export function MailedLinkPage({ path, title, question, button, done }: MailedLinkPageProps) {
  return (
    <>
      <PageHead title={title} description={question} path={path} indexed={false} />
      <PrivateAddress />
      <PageTitle title={title} />
      <div className="page-body">
        {done && (
          <section className="form-sent" id="done" tabIndex={-1}>
            <h2>{done.title}</h2>
            <p>{done.text}</p>
            <a className="button" href={paths.home}>
              Return Home
            </a>
          </section>
        )}
        <form className="form-ask mailed-link" method="post">
          <p>{question}</p>
          <button type="submit" className="button">
            {button}
          </button>
        </form>
      </div>
    </>
  )
}
