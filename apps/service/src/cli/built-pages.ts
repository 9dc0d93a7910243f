import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listInstallSteps, writeInstallScript } from '@thumbturn/contract/vocabulary/publication.ts'
import { layout } from './layout.ts'

/** The pages that the service has right now. `lacksDashboard`: its package isn't installed. */
export type BuiltPages = { hasSite: boolean; hasDashboard: boolean; hasDemo: boolean; lacksDashboard: boolean }

const hasPage = (folder: string | undefined) => folder !== undefined && existsSync(join(folder, 'index.html'))

export const findBuiltPages = (): BuiltPages => ({
  hasSite: hasPage(layout.siteFolder),
  hasDashboard: hasPage(layout.dashboardFolder),
  hasDemo: hasPage(layout.demoFolder),
  lacksDashboard: layout.dashboardFolder === undefined,
})

/** The commands that install the dashboard, one a line. */
export const writeDashboardInstall = (): string => writeInstallScript(['dashboard'])

/** The same within a sentence. */
export const nameDashboardInstall = (): string =>
  listInstallSteps(['dashboard'])
    .map(({ where, command }) => `\`${command}\` ${where}`)
    .join(', then ')
