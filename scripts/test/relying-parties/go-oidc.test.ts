import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder } from '../programs/folder.ts'
import { run } from '../programs/program.ts'
import { testLibrary } from './library.ts'

test('go-oidc signs a user in, refreshes, and signs out', async (t) => {
  const program = join(createFolder(t), 'program')
  run('go', ['build', '-o', program, '.'], { cwd: join(import.meta.dirname, 'go-oidc') })
  await testLibrary(t, [program])
})
