import { existsSync } from 'node:fs'
import { type Environment, readEnvironment } from '../environment.ts'
import { layout } from './layout.ts'

/** The command to run, and the environment to run it with. */
export type FirstStart = { command: 'dev' | 'serve' | 'help'; env: Environment }

/** Asks a question; undefined if the input ends. */
type Ask = (question: string) => Promise<string | undefined>

const settingsOfServices = ['BASE_URL', 'DATABASE_URL', 'THUMBTURN_MODE'] as const

/** Whether `thumbturn` alone runs in a folder where no service has run yet, and nothing is set that says how one should. */
export function isFirstStart(given: Environment, folder = './data'): boolean {
  const env = readEnvironment(given)
  return (
    layout.defaultMode === 'production' &&
    settingsOfServices.every((name) => !env[name]) &&
    !existsSync(env.DATA_DIR ?? folder)
  )
}

const createQuestion = () => `
  There is no Thumbturn data in this folder yet. What would you like to do?

    1  Try Thumbturn on this machine, with a demo application (${layout.command} dev)
    2  Run Thumbturn in production, behind a proxy with TLS (${layout.command} serve)
    3  See all commands (${layout.command} help)

  Enter 1, 2, or 3: `

/** Undefined if the user leaves. */
export async function chooseFirstStart(env: Environment, ask: Ask): Promise<FirstStart | undefined> {
  for (let question = createQuestion(); ; question = '  Enter 1, 2, or 3: ') {
    const answer = (await ask(question))?.trim()
    if (answer === undefined) return undefined
    if (answer === '1') return { command: 'dev', env }
    if (answer === '2') return askForAddress(env, ask)
    if (answer === '3') return { command: 'help', env }
  }
}

async function askForAddress(env: Environment, ask: Ask): Promise<FirstStart | undefined> {
  const question = '  The address that browsers reach the service at, such as https://id.example.com: '
  for (;;) {
    const address = (await ask(question))?.trim()
    if (address === undefined) return undefined
    if (/^https?:\/\/./.test(address) && URL.canParse(address))
      return { command: 'serve', env: { ...env, BASE_URL: new URL(address).origin } }
  }
}
