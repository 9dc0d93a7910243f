import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder, root } from '../programs/folder.ts'
import { startProgram } from '../programs/program.ts'
import { fillConfiguration, type SitePlace, testForwardAuth } from './suite.ts'

const readDeployed = (name: string) => readFileSync(join(root, 'deploy/forward-auth', name), 'utf8')
const [settings, site] = [readDeployed('traefik.yaml'), readDeployed('traefik-wiki.yaml')]

const entryPoint = settings.slice(settings.indexOf('  websecure:'), settings.indexOf('providers:'))

/** The settings with one entry point for each site, because each has a port of this machine. */
const createSettings = (sites: readonly SitePlace[], folder: string) => {
  const fill = ({ port }: SitePlace, index: number) =>
    entryPoint.replace('websecure', `site${index}`).replace(':443', `127.0.0.1:${port}`)
  return settings.replace(entryPoint, sites.map(fill).join('')).replace('/etc/traefik/sites', folder)
}

testForwardAuth('Traefik', async (sites, { t, certificate, isReady }) => {
  const [folder, siteFolder] = [createFolder(t), createFolder(t)]
  const path = join(folder, 'traefik.yaml')
  writeFileSync(path, createSettings(sites, siteFolder))
  for (const [index, place] of sites.entries()) {
    const renamed = site.replaceAll(/\bwiki(?!\.example)|websecure/g, `site${index}`)
    const filled = fillConfiguration(renamed, place)
      .replace('/etc/ssl/thumbturn/fullchain.pem', certificate.certPath)
      .replace('/etc/ssl/thumbturn/privkey.pem', certificate.keyPath)
    writeFileSync(join(siteFolder, `site${index}.yaml`), filled)
  }
  return startProgram(['traefik', `--configFile=${path}`], { isReady })
})
