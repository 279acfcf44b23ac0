/** Every option that a command of an operator may have, as `parseArgs` wants them. A test holds the usages against it. */
export const COMMAND_OPTIONS = {
  session: { type: 'string' },
  email: { type: 'string' },
  retry: { type: 'boolean' },
  resume: { type: 'boolean' },
  deduplicate: { type: 'boolean' },
  recipient: { type: 'string' },
  unencrypted: { type: 'boolean' },
  retire: { type: 'string' },
  days: { type: 'string' },
  sessions: { type: 'string' },
  seed: { type: 'string' },
  direct: { type: 'boolean' },
  until: { type: 'string' },
} as const
