import type { Config } from '../collector/src/config/config.ts'
import { servedAt } from '../collector/src/config/addresses.ts'

/** Whether the demonstration's login opens the dashboard, as the sign-in form finds out. */
export async function demoOpensDashboard(
  isDemo: boolean,
  { host, dashboardPort }: Pick<Config['listen'], 'host' | 'dashboardPort'>,
): Promise<boolean> {
  const address = `${servedAt(host, dashboardPort)}/api/auth/demo-credentials`
  const response = isDemo ? await fetch(address).catch(() => undefined) : undefined
  return response?.ok === true
}
