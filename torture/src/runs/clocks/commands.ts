import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Scene } from './scene.ts'

type Program = { environment: Readonly<Record<string, string>>; args: readonly string[] }

const startFile = fileURLToPath(new URL('../../doubles/moved-clocks.ts', import.meta.url))

async function run({ environment, args }: Program) {
  const child = spawn(process.execPath, [startFile, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { output: `${stdout}${stderr}`, code: code as number | null }
}

/** Runs commands at this time: the checks of `doctor`, a backup, and one that creates a new database. */
export async function checkCommands({ installation, clocks, nodes, readWatermark, blame }: Scene) {
  // `doctor` rightly reports a clock that is behind what was written.
  if ((await readWatermark()) > nodes[0]!.clock.now()) return
  const { settings, engine } = installation
  const environment = { ...settings, ...clocks.settingsOf(0) }
  const checked = await run({ environment, args: ['doctor'] })
  for (const about of ['database', 'clock'])
    if (!new RegExp(`^ok +${about}: `, 'm').test(checked.output)) blame(`doctor: ${checked.output}`)
  if (engine === 'postgres') return
  const folder = join(settings.DATA_DIR!, 'others')
  const commands = [
    { environment, args: ['backup', join(settings.DATA_DIR!, 'backup.db'), '--without-key'] },
    {
      environment: { ...environment, DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'new.db')}` },
      args: ['app', 'list'],
    },
  ]
  for (const command of commands) {
    const { code, output } = await run(command)
    if (code !== 0) blame(`${command.args[0]}: ${output}`)
  }
  rmSync(folder, { recursive: true, force: true })
}
