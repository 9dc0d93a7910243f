// Loaded before a suite: a package that the service depends on brings one under the GPL.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

type Lock = { packages: Record<string, { license?: string; dependencies?: Record<string, string> }> }

const { readFileSync } = fs

function addForeignPackage(text: string): string {
  const lock = JSON.parse(text) as Lock
  lock.packages['node_modules/pino']!.dependencies = { 'gpl-package': '1.0.0' }
  lock.packages['node_modules/gpl-package'] = { license: 'GPL-3.0-only' }
  return JSON.stringify(lock)
}

fs.readFileSync = ((...given: Parameters<typeof readFileSync>) => {
  const text = readFileSync(...given)
  return typeof text === 'string' && String(given[0]).endsWith('/package-lock.json') ? addForeignPackage(text) : text
}) as typeof readFileSync
syncBuiltinESMExports()
