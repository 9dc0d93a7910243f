import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { programPath } from './program-path.ts'

export type ProgramResult = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }
export type Program = {
  /** Resolves with the match once the output contains it, or undefined if the program ends first. */
  says(pattern: RegExp): Promise<RegExpExecArray | undefined>
  kill(signal: NodeJS.Signals): void
  ended: Promise<ProgramResult>
}

/** A data folder for one test. */
export function dataFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-data-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

// Compiling the same modules for every start would take a third of its processor time.
const { NODE_COMPILE_CACHE } = process.env
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

/** Starts the real program with these arguments and settings, and no other environment variables. */
export function start(t: TestContext, args: readonly string[], settings: Record<string, string>): Program {
  const env = { ...compileCache, ...settings }
  const child = spawn(process.execPath, [programPath, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const observed = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      observed[stream] += text
      for (const listener of listeners) listener()
    })
  const ended = new Promise<ProgramResult>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, ...observed })),
  )
  t.after(() => child.kill('SIGKILL'))
  const says: Program['says'] = (pattern) =>
    new Promise((resolve) => {
      const look = () => {
        const found = pattern.exec(observed.stdout + observed.stderr)
        if (found) resolve(found)
      }
      listeners.add(look)
      look()
      void ended.then(() => resolve(undefined))
    })
  return { says, kill: (signal) => void child.kill(signal), ended }
}

/** Runs the program until it exits. */
export const run = (t: TestContext, args: readonly string[], settings: Record<string, string>) =>
  start(t, args, settings).ended
