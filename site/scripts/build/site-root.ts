import { fileURLToPath } from 'node:url'

/** The folder of this workspace, without a slash at its end. */
export const siteRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
