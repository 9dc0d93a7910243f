import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const program = 'apps/service/src/main.ts'

/**
 * Runs a command of the service's command line on its data (`app list`) and returns its JSON output.
 * @throws Error with the command's message
 */
export async function runCommand(...args: string[]): Promise<unknown> {
  const running = promisify(execFile)(process.execPath, [program, ...args, '--json'], { cwd: root })
  const { stdout } = await running.catch(({ stderr, message }: Error & { stderr?: string }) => {
    throw new Error(stderr?.trim() || message)
  })
  return JSON.parse(stdout)
}
