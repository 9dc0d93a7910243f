// Loaded before a suite: a package that the service depends on brings one under the GPL.
import { changeWhatIsRead } from './changed-files.ts'

type Lock = { packages: Record<string, { license?: string; dependencies?: Record<string, string> }> }

changeWhatIsRead('/package-lock.json', (text) => {
  const lock = JSON.parse(text) as Lock
  lock.packages['node_modules/pino']!.dependencies = { 'gpl-package': '1.0.0' }
  lock.packages['node_modules/gpl-package'] = { license: 'GPL-3.0-only' }
  return JSON.stringify(lock)
})
