import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createProject } from './project.ts'

/** Each dialog takes its plugin by the types that the plugin declares. */
const plugins = `
import { capacitorPrompt, expoPrompt, type PasskeyPrompt, reactNativePasskeyPrompt } from '@thumbturn/native'
import { PasskeyPlugin } from 'capacitor-passkey-plugin'
import { Passkey } from 'react-native-passkey'
import * as passkeys from 'react-native-passkeys'

export const prompts: PasskeyPrompt[] = [
  capacitorPrompt(PasskeyPlugin),
  expoPrompt(passkeys),
  reactNativePasskeyPrompt(Passkey),
]
`

test('the Expo app allows its certificate, has correct types, passes its tests, and is bundled for Android and iOS', async () => {
  const project = await createProject('expo')
  const service = await project.start('service', `${project.service}/ready`)
  try {
    project.run('allow')
    project.run('check')
    project.run('bundle')
    const { fileMetadata } = JSON.parse(readFileSync(join(project.folder, 'dist/metadata.json'), 'utf8'))
    expect(Object.keys(fileMetadata).sort()).toEqual(['android', 'ios'])
  } finally {
    await service.stop()
  }
  project.run(
    'npm install --no-save --legacy-peer-deps react-native-passkey@3.6.2 capacitor-passkey-plugin@0.0.5 @capacitor/core@8',
  )
  writeFileSync(join(project.folder, 'plugins.ts'), plugins)
  project.run('npx tsc --noEmit')
  project.remove()
})
