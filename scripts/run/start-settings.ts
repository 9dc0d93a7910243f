import { portSetting, ports } from '@thumbturn/demo/backends/ports.ts'
import { type Config, loadConfig, readSettings } from '@thumbturn/service/config.ts'
import { readEnvironment } from '@thumbturn/service/environment.ts'

const onOrOff = { anyOf: [{ const: 'on' }, { const: 'off' }] }

/** The variables that `npm start` reads besides the settings of the service. */
export const StartSettings = {
  type: 'object',
  properties: {
    DEMOS: {
      ...onOrOff,
      description:
        'Whether `npm start` also runs the bank, shop, wallet, and agent. By default `on`, except in production mode and with `PORT=0`.',
    },
    SITE: {
      ...onOrOff,
      default: 'on',
      description: 'Whether `npm start` builds the documentation website if it isn’t built yet.',
    },
    ...Object.fromEntries(
      Object.entries(ports).map(([name, port]) => [portSetting(name), createPortSetting(name, port)]),
    ),
  },
}

function createPortSetting(name: string, port: number) {
  const description = `The port of the ${name} that \`npm start\` runs: \`http://localhost:<${portSetting(name)}>\`.`
  return { type: 'integer', minimum: 1, maximum: 65535, default: port, description }
}

/** The settings of a start: the service's, whether demos and website are on, and each demo port as text by its setting. */
export interface Start {
  config: Config
  demos: boolean
  site: boolean
  demoPorts: Readonly<Record<string, string>>
}

/** @throws Error that lists every invalid setting of service and demos by name */
export function loadStart(env: NodeJS.ProcessEnv): Start {
  const { value, problems } = readSettings(readEnvironment(env), StartSettings)
  const config = loadConfig(env, problems)
  const { DEMOS, SITE, ...demoPorts } = value
  const isAlone = config.THUMBTURN_MODE === 'production' || config.PORT === 0
  return {
    config,
    demos: (DEMOS ?? (isAlone ? 'off' : 'on')) === 'on',
    site: SITE === 'on',
    demoPorts: Object.fromEntries(Object.entries(demoPorts).map(([name, port]) => [name, String(port)])),
  }
}
