import type { ConsentChoice } from '@half-measure/shared/people/consent.ts'
import type { ContactForm } from '@half-measure/shared/people/contact.ts'
import type {
  NewsletterConfirmed,
  NewsletterLeft,
  NewsletterSignup,
} from '@half-measure/shared/people/newsletter.ts'
import { recordConsent } from './consent/record-consent.ts'
import { sendMessage } from './contact/send-message.ts'
import { confirm } from './newsletter/confirm.ts'
import { assertMayHaveGuide } from './newsletter/guide.ts'
import { subscribe } from './newsletter/subscribe.ts'
import { unsubscribe } from './newsletter/unsubscribe.ts'
import type { PeopleContext } from './people-context.ts'

/** Readers who write, subscribe and consent. What a method throws is an `ApiError`; see the function of its name. */
export interface People {
  readonly newsletter: {
    subscribe(signup: NewsletterSignup, client: string): Promise<void>
    confirm(token: string): Promise<NewsletterConfirmed>
    unsubscribe(token: string): Promise<NewsletterLeft>
    assertMayHaveGuide(token: string): Promise<void>
  }
  readonly contact: { send(form: ContactForm, client: string): Promise<void> }
  readonly consent: { record(choice: ConsentChoice, client: string): Promise<void> }
}

export function createPeople(options: Omit<PeopleContext, 'now'> & { now?: () => Date }): People {
  const context: PeopleContext = { now: () => new Date(), ...options }
  return {
    newsletter: {
      subscribe: (signup, client) => subscribe(context, signup, client),
      confirm: (token) => confirm(context, token),
      unsubscribe: (token) => unsubscribe(context, token),
      assertMayHaveGuide: (token) => assertMayHaveGuide(context, token),
    },
    contact: { send: (form, client) => sendMessage(context, form, client) },
    consent: { record: (choice, client) => recordConsent(context, choice, client) },
  }
}
