/** Nothing of the append is kept; the sender may try again. */
export class SpoolError extends Error {
  override name = 'SpoolError'
  /**
   * `spool_full`: the size cap is reached. `spool_slow`: more waits for the disk than memory should hold. `spool_io`:
   * the disk refused. `spool_closed`: shutting down.
   */
  readonly code: 'spool_full' | 'spool_slow' | 'spool_io' | 'spool_closed'

  constructor(code: SpoolError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
