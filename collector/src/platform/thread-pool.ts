/**
 * Imported before anything else: Node makes its pool of threads when the first file is read, with four of them unless
 * told. The embedded engine holds one for as long as a question takes, so four questions of the dashboard would keep
 * every beacon from the disk.
 */
const THREADS = 12

process.env['UV_THREADPOOL_SIZE'] ??= String(THREADS)
