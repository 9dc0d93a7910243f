import { writeFileSync } from 'node:fs'
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'

/** Writes the places (`file:line`) of tests that failed to FAILED_FILES, for `npm test` to run them again. */
export default class FailedPlaces implements Reporter {
  private tests: Suite | undefined

  onBegin(_: FullConfig, tests: Suite): void {
    this.tests = tests
  }

  onEnd(): void {
    const path = process.env.FAILED_FILES
    if (path === undefined) return
    const failed = this.tests?.allTests().filter((test) => test.outcome() === 'unexpected') ?? []
    writeFileSync(path, failed.map(({ location }) => `${location.file}:${location.line}`).join('\n'))
  }

  printsToStdio(): boolean {
    return false
  }
}
