import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { createCertificate, type TestCertificate } from '@thumbturn/service-harness/certificate.ts'
import { fullBrowser } from '../browser.ts'

// Chromium binds sessions over TLS only, and does not trust a certificate that is only ignored. Here, it keeps the keys in software.
const features = '--enable-features=DeviceBoundSessions,EnableBoundSessionCredentialsSoftwareKeysForManualTesting'

/** A certificate for localhost by a new authority, which Chromium trusts if that folder is its HOME. */
export function createTrustedCertificate(home: string): TestCertificate {
  const certificate = createCertificate(home)
  const database = `sql:${join(home, '.pki/nssdb')}`
  mkdirSync(join(home, '.pki/nssdb'), { recursive: true })
  execFileSync('certutil', ['-d', database, '-N', '--empty-password'], { stdio: 'pipe' })
  const authority = ['-n', 'test', '-i', join(home, 'authority.pem')]
  execFileSync('certutil', ['-d', database, '-A', '-t', 'C,,', ...authority], { stdio: 'pipe' })
  return certificate
}

/** Starts a Chromium that can bind sessions to its device. */
export const launchOnDevice = (home: string) =>
  chromium.launchPersistentContext(join(home, 'profile'), {
    ...fullBrowser,
    args: [...fullBrowser.args!, features],
    env: { ...process.env, HOME: home } as Record<string, string>,
  })
