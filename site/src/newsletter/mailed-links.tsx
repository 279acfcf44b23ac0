import { publication } from '@half-measure/shared/publication.ts'
import { paths } from '../paths.ts'
import { MailedLinkPage } from './MailedLinkPage.tsx'

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
