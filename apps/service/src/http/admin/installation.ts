import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { installationRoutes } from '@thumbturn/contract/admin/installation.ts'
import type { HandlersOf } from '../call.ts'

/** The optional parts of an installation, and how its command line is called. */
export type InstallationParts = {
  command: string
  siteFolder?: string | undefined
  demoDataCommand?: string | undefined
}

export const installationHandlers = ({ command, siteFolder, demoDataCommand }: InstallationParts) =>
  ({
    installationShow: () => ({
      command,
      // The website can be built while the service runs.
      hasDocumentation: siteFolder !== undefined && existsSync(join(siteFolder, 'index.html')),
      demoDataCommand,
    }),
  }) satisfies HandlersOf<typeof installationRoutes>
