import type { ConsentChoice } from '@half-measure/shared/people/consent.ts'
import type {
  ContactMessage,
  MessagePage,
  MessageQuery,
  MessageStatus,
} from '@half-measure/shared/people/contact-message.ts'
import type { ContactForm } from '@half-measure/shared/people/contact.ts'
import type {
  Edition,
  EditionChange,
  EditionPage,
  EditionQuery,
  EditionTest,
  EditionText,
} from '@half-measure/shared/people/edition.ts'
import type { FailedMailPage, FailedMailQuery } from '@half-measure/shared/people/failed-mail.ts'
import type { NewsletterLeft, NewsletterSignup } from '@half-measure/shared/people/newsletter.ts'
import type { SubscriberPage, SubscriberQuery } from '@half-measure/shared/people/subscriber.ts'
import { recordConsent } from './consent/record-consent.ts'
import { listFailedMail } from '../mail/failed-mail.ts'
import { sendMessage } from './contact/send-message.ts'
import { describeEdition, findEdition } from './editions/describe-edition.ts'
import { pauseEdition, resumeEdition, sendEdition, testEdition } from './editions/send-edition.ts'
import {
  changeEdition,
  createEdition,
  deleteEdition,
  listEditions,
  readLetter,
} from './editions/write-edition.ts'
import { dropMail, retryMail } from './failed-mail.ts'
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
    confirm(token: string): Promise<string>
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
  readonly editions: {
    list(query: EditionQuery): Promise<EditionPage>
    find(id: string): Promise<Edition>
    create(text: EditionText): Promise<Edition>
    change(id: string, change: EditionChange): Promise<Edition>
    delete(id: string, by: string): Promise<void>
    test(id: string, to: Actor): Promise<EditionTest>
    send(id: string, version: number, by: Actor): Promise<Edition>
    pause(id: string, by: Actor): Promise<Edition>
    resume(id: string, by: Actor): Promise<Edition>
    /** For whoever has the ticket. */
    letter(edition: { id: string; version: number }, ticket: string): Promise<string>
  }
  readonly mails: {
    list(query: FailedMailQuery): Promise<FailedMailPage>
    retry(id: string, by: string): Promise<void>
    drop(id: string, by: string): Promise<void>
  }
}

/** The administrator who acts. */
interface Actor {
  readonly userId: string
  readonly email: string
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
    editions: {
      list: (query) => listEditions(db, query),
      find: async (id) => describeEdition(context, await findEdition(db, id)),
      create: async (text) => describeEdition(context, await createEdition(context, text)),
      change: async (id, change) => describeEdition(context, await changeEdition(context, id, change)),
      delete: (id, by) => deleteEdition(context, id, by),
      test: (id, to) => testEdition(context, id, to),
      send: async (id, version, by) => describeEdition(context, await sendEdition(context, id, version, by)),
      pause: async (id, by) => describeEdition(context, await pauseEdition(context, id, by)),
      resume: async (id, by) => describeEdition(context, await resumeEdition(context, id, by)),
      letter: (edition, ticket) => readLetter(context, edition, ticket),
    },
    mails: {
      list: (query) => listFailedMail(db, query),
      retry: (id, by) => retryMail(context, id, by),
      drop: (id, by) => dropMail(context, id, by),
    },
  }
}
