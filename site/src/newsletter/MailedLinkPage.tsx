import { publication } from '@half-measure/shared/publication.ts'
import { PageHead } from '../document/PageHead.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'

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
function MailedLinkPage({ path, title, question, button, done }: MailedLinkPageProps) {
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

/** For pages whose address carries a token: the next page, and so the count, learns only from which site one came. */
export function PrivateAddress() {
  return <meta name="referrer" content="strict-origin" />
}

/** Leads on to the guide. */
export function ConfirmPage() {
  return (
    <MailedLinkPage
      path={paths.newsletterConfirm}
      title="One press more"
      question={`Press the button if you asked for ${publication.newsletter} and the guide. If you did not, close the page and nothing will come.`}
      button="Yes, it was me"
    />
  )
}

export function UnsubscribePage() {
  return (
    <MailedLinkPage
      path={paths.newsletterUnsubscribe}
      title="Leaving the list"
      question={`Press the button and ${publication.newsletter} stops coming. Nobody will ask why.`}
      button="Unsubscribe"
      done={{ title: 'You have left', text: 'No more letters. The stories stay where they are.' }}
    />
  )
}
