import type { ConsentChoice } from '@half-measure/shared/people/consent.ts'
import type {
  ContactMessage,
  MessagePage,
  MessageQuery,
  MessageStatus,
} from '@half-measure/shared/people/contact-message.ts'
import type { ContactForm } from '@half-measure/shared/people/contact.ts'
import type {
  NewsletterConfirmed,
  NewsletterLeft,
  NewsletterSignup,
} from '@half-measure/shared/people/newsletter.ts'
import type { SubscriberPage, SubscriberQuery } from '@half-measure/shared/people/subscriber.ts'
import { recordConsent } from './consent/record-consent.ts'
import { sendMessage } from './contact/send-message.ts'
import { deleteMessage, releaseMessage, setMessageStatus } from './inbox/change-message.ts'
import { listMessages } from './inbox/list-messages.ts'
import { confirm } from './newsletter/confirm.ts'
import { assertMayHaveGuide } from './newsletter/guide.ts'
import { subscribe } from './newsletter/subscribe.ts'
import { unsubscribe } from './newsletter/unsubscribe.ts'
import type { PeopleContext } from './people-context.ts'
import { dropSubscriber, exportSubscribers } from './subscribers/change-subscribers.ts'
import { listSubscribers } from './subscribers/list-subscribers.ts'

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
  /** For administrators; `by` is the account of the one who acts. */
  readonly inbox: {
    list(query: MessageQuery): Promise<MessagePage>
    setStatus(id: string, status: MessageStatus): Promise<ContactMessage>
    release(id: string, by: string): Promise<ContactMessage>
    delete(id: string, by: string): Promise<void>
  }
  readonly subscribers: {
    list(query: SubscriberQuery): Promise<SubscriberPage>
    export(query: Pick<SubscriberQuery, 'state' | 'q'>, by: string): Promise<string>
    remove(id: string, by: string): Promise<void>
  }
}

export function createPeople(options: Omit<PeopleContext, 'now'> & { now?: () => Date }): People {
  const context: PeopleContext = { now: () => new Date(), ...options }
  const { db } = context
  return {
    newsletter: {
      subscribe: (signup, client) => subscribe(context, signup, client),
      confirm: (token) => confirm(context, token),
      unsubscribe: (token) => unsubscribe(context, token),
      assertMayHaveGuide: (token) => assertMayHaveGuide(context, token),
    },
    contact: { send: (form, client) => sendMessage(context, form, client) },
    consent: { record: (choice, client) => recordConsent(context, choice, client) },
    inbox: {
      list: (query) => listMessages(db, query),
      setStatus: (id, status) => setMessageStatus(context, id, status),
      release: (id, by) => releaseMessage(context, id, by),
      delete: (id, by) => deleteMessage(context, id, by),
    },
    subscribers: {
      list: (query) => listSubscribers(db, query),
      export: (query, by) => exportSubscribers(context, query, by),
      remove: (id, by) => dropSubscriber(context, id, by),
    },
  }
}
