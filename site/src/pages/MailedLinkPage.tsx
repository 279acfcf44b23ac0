import type { ReactNode } from 'react'
import { OPENS_TEXTS, OPENS_VERSION } from '@half-measure/shared/audience/newsletter.ts'
import { FAILURE_PLACEHOLDERS } from '@half-measure/shared/placeholders.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { Page } from '../document/Page.tsx'
import { paths } from '../paths.ts'

interface MailedLinkPageProps {
  readonly path: string
  readonly title: string
  readonly prompt: string
  readonly button: string
  /** Fields of the form. */
  readonly children?: ReactNode
  /** The page's text at `#done`, where the server redirects. */
  readonly done?: { readonly title: string; readonly text: string }
}

/**
 * The page that a mailed link opens. It does nothing by itself: mail scanners open links, and run scripts. The form has
 * no action: it posts to the page's own address, and the server responds with the next page, or with this one at
 * `#done`. The token is in the address; `takeMailedToken` moves it into the form.
 */
function MailedLinkPage({ path, title, prompt, button, children, done }: MailedLinkPageProps) {
  return (
    <Page title={title} description={prompt} path={path} indexed={false}>
      <PrivateAddress />
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
        <form className="form-panel mailed-link" method="post">
          <p>{prompt}</p>
          {children}
          <button type="submit" className="button">
            {button}
          </button>
        </form>
      </div>
    </Page>
  )
}

/** For pages behind mailed links: other sites see only the origin as referrer, no view is counted, no pixel loaded. */
export function PrivateAddress() {
  return <meta name="referrer" content="strict-origin" data-mailed-link="" />
}

/** What the server sends instead of a page that a form without scripts, or a mailed link, was to lead to. */
export function FailedPage() {
  return (
    <Page title="That did not work" description="The form was not accepted." path="/failed" indexed={false}>
      <PrivateAddress />
      <div className="page-body">
        <div className="form-panel">
          <p role="alert">{FAILURE_PLACEHOLDERS.message}</p>
          {FAILURE_PLACEHOLDERS.remedy}
          <p>
            <a className="button" href={paths.home}>
              Return Home
            </a>
          </p>
        </div>
      </div>
    </Page>
  )
}

/** Leads on to the guide. */
export function ConfirmPage() {
  return (
    <MailedLinkPage
      path={paths.newsletterConfirm}
      title="Confirm your address"
      prompt={`Press the button to get ${publication.newsletter} and the guide.`}
      button="Confirm my address"
    >
      <OpensChoice />
    </MailedLinkPage>
  )
}

/** Linked from the footer of every email; a script shows the stored preference. */
export function PreferencesPage() {
  return (
    <MailedLinkPage
      path={paths.newsletterPreferences}
      title="Your preferences"
      prompt={`Whether we may count that you open an issue of ${publication.newsletter}.`}
      button="Save"
      done={{ title: 'Saved', text: 'It applies to every issue that has not been sent yet.' }}
    >
      <OpensChoice isShown />
      <noscript>
        <p className="form-note">
          Your browser runs no scripts, so this page cannot show what you chose before.
        </p>
      </noscript>
    </MailedLinkPage>
  )
}

/**
 * The box by which a subscriber allows opens to be counted. Nobody is counted without it.
 *
 * @param isShown whether a script shows the stored choice, or else the sentence that it cannot.
 */
export function OpensChoice({ isShown = false }: { isShown?: boolean }) {
  return (
    <>
      <label className="choice">
        <input name="allows_opens" type="checkbox" {...(isShown && { 'data-show-choice': '' })} />
        <span>{OPENS_TEXTS[OPENS_VERSION]}</span>
      </label>
      {isShown && (
        <p className="form-error" role="alert" hidden>
          Your choice could not be loaded, so it cannot be changed now. Please reload the page.
        </p>
      )}
    </>
  )
}

export function UnsubscribePage() {
  return (
    <MailedLinkPage
      path={paths.newsletterUnsubscribe}
      title="Leaving the list"
      prompt={`Press the button and ${publication.newsletter} stops coming. Nobody will ask why.`}
      button="Unsubscribe"
      done={{
        title: 'You have left',
        text: 'No more letters. The stories stay where they are. If you have subscribed again since that email, use the link in a more recent one.',
      }}
    />
  )
}
