/** What middleware leaves for the handlers after it. */
export interface AppEnv {
  Variables: {
    /** The reader's address as far as proxies can be trusted. Used and forgotten: it never reaches a disk. */
    clientAddress: string
  }
}
