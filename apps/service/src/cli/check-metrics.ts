import { type Config, isLoopback } from '../config.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import { broken, type Finding, good } from './finding.ts'
import { reach } from './reach.ts'

/** Checks who can read the metrics, as configured, and whether the public address shows them. */
export async function checkMetrics(config: Config): Promise<Finding[]> {
  const { METRICS_PORT, METRICS_HOST, METRICS_TOKEN } = config
  if (METRICS_PORT === undefined) return []
  const where = `${METRICS_HOST}:${METRICS_PORT}`
  if (METRICS_TOKEN === undefined && !isLoopback(METRICS_HOST)) {
    return [broken('metrics', say('metrics_open', { address: where }), advise('set_metrics_token'))]
  }
  if (await showsMetrics(config)) {
    const says = say('metrics_public', { address: `${config.BASE_URL}/metrics` })
    return [broken('metrics', says, advise('hide_metrics'))]
  }
  const code = METRICS_TOKEN === undefined ? 'metrics_local' : 'metrics_token'
  return [good('metrics', say(code, { address: where }))]
}

async function showsMetrics({ BASE_URL }: Config): Promise<boolean> {
  if (!BASE_URL.startsWith('https:')) return false
  const { response } = await reach(`${BASE_URL}/metrics`).catch(() => ({ response: undefined }))
  return response?.status === 200 && response.text.includes('thumbturn_')
}
