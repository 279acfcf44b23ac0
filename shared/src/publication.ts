/** What the publication is called and how it is reached. Nothing else in the repository repeats these. */
export const publication = {
  name: 'Half Measure',
  tagline: 'Beer and drinking culture, on purpose.',
  description:
    'A UK magazine about beer, alcohol-free beer and drinking with intent: culture, science, guides and one honest advertorial.',
  language: 'en-GB',
  /** IANA name; editorial dates and the dashboard's days are counted in it. */
  timeZone: 'Europe/London',
  newsletter: 'The Friday Edition',
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
