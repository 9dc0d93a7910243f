import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Tests the wheel rather than the sources, so that a file that isn't in it is missed. */
export function testPython({ run, folder, sdk }) {
  const venv = join(sdk, '.venv')
  const python = join(venv, 'bin/python')
  if (!existsSync(python)) run('python3', '-m', 'venv', venv)
  const pip = (...args) => run(python, '-m', 'pip', '--quiet', '--disable-pip-version-check', ...args)
  pip('install', '--requirement', 'requirements.txt')
  run(python, 'tools/generate.py', '--check')
  run(python, '-m', 'ruff', 'check', '.')
  run(python, '-m', 'ruff', 'format', '--check', '.')
  run(python, '-m', 'mypy')
  run(python, 'tools/build.py', folder)
  pip('install', '--force-reinstall', '--no-deps', join(folder, 'thumbturn-0.1.0-py3-none-any.whl'))
  run(python, '-m', 'pytest')
}
