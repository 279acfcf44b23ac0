import type { Config } from '../config/config.ts'

/** The origins of a deployment over https. */
export const productionOrigins: Config['origins'] = {
  site: 'https://halfmeasure.test',
  dashboard: 'https://admin.halfmeasure.test',
  loopbackAliases: false,
}

/** The origins of the embedded default. */
export const embeddedOrigins: Config['origins'] = {
  site: 'http://localhost:8080',
  dashboard: 'http://localhost:8081',
  loopbackAliases: true,
}
