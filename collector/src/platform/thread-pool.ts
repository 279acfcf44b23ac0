/**
 * Imported first, because Node creates its thread pool, by default of four threads, when it reads the first file.
 * Hashing a password occupies one, so a burst of sign-ins would keep beacons from being written to disk.
 */
const THREADS = 12

process.env['UV_THREADPOOL_SIZE'] ??= String(THREADS)
