import { join } from 'node:path'
import { run } from '../programs/program.ts'

/** Installs packages into a virtual environment in the folder, and returns its interpreter. */
export function installPython(folder: string, requirements: string): string {
  const python = join(folder, 'venv/bin/python')
  run('python3', ['-m', 'venv', join(folder, 'venv')])
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', requirements])
  return python
}
