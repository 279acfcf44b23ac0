/**
 * Imported before anything else: Node makes its pool of threads when the first file is read, with four of them unless
 * told. Each password that is hashed holds one, so a burst of sign-ins would keep every beacon from the disk.
 */
const THREADS = 12

process.env['UV_THREADPOOL_SIZE'] ??= String(THREADS)
