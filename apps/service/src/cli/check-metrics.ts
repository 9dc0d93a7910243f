import { type Config, isLoopback } from '../config.ts'
import { broken, type Finding, good } from './finding.ts'
import { reach } from './reach.ts'

/** Checks who can read the metrics, as configured, and whether the public address shows them. */
export async function checkMetrics(config: Config): Promise<Finding[]> {
  const { METRICS_PORT, METRICS_HOST, METRICS_TOKEN } = config
  if (METRICS_PORT === undefined) return []
  const where = `${METRICS_HOST}:${METRICS_PORT}`
  if (METRICS_TOKEN === undefined && !isLoopback(METRICS_HOST)) {
    const advice = 'Set METRICS_TOKEN, or leave METRICS_HOST out: the service does not start like this'
    return [broken('metrics', `other machines can read the metrics at ${where} without a token`, advice)]
  }
  if (await showsMetrics(config)) {
    const advice = 'Have the proxy in front forward nothing to METRICS_PORT, and set METRICS_TOKEN'
    return [broken('metrics', `everyone can read the metrics at ${config.BASE_URL}/metrics`, advice)]
  }
  const readers = METRICS_TOKEN === undefined ? 'programs on this machine' : 'callers with METRICS_TOKEN'
  return [good('metrics', `at ${where}, for ${readers}`)]
}

async function showsMetrics({ BASE_URL }: Config): Promise<boolean> {
  if (!BASE_URL.startsWith('https:')) return false
  const { response } = await reach(`${BASE_URL}/metrics`).catch(() => ({ response: undefined }))
  return response?.status === 200 && response.text.includes('thumbturn_')
}
