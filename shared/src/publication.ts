/** What the publication is called, who publishes it and how it is reached. Nothing else in the repository repeats these. */
export const publication = {
  name: 'Half Measure',
  tagline: 'Beer and drinking culture, on purpose.',
  description:
    'A UK magazine about beer, alcohol-free beer and drinking with intent: culture, science, guides and one honest advertorial.',
  language: 'en-GB',
  /** IANA name; editorial dates and the dashboard's days are counted in it. */
  timeZone: 'Europe/London',
  newsletter: 'The Friday Edition',
  /**
   * Who is responsible for it in law, and their postal address. Write in your own: a public installation sends no email
   * for “Example”. The built pages contain them.
   */
  publisher: { name: 'The Example Press', address: '1 Example Street, Exampleton' },
  /** Write in your own: a public installation sends no email with these. The built pages contain them. */
  mailboxes: {
    editorial: 'editorial@halfmeasure.test',
    general: 'hello@halfmeasure.test',
    newsletter: 'friday@halfmeasure.test',
  },
} as const

/**
 * The account that exists from the first start of the embedded default. A start that
 * listens beyond loopback, or that uses external databases, refuses these values.
 */
export const demoAdmin = {
  email: 'admin@halfmeasure.test',
  password: 'half-measure-demo',
} as const
