import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder } from '../programs/folder.ts'
import { testLibrary } from './library.ts'
import { installPython } from './python.ts'

const source = join(import.meta.dirname, 'authlib')

test('Authlib signs a user in, refreshes, and signs out', async (t) => {
  const python = installPython(createFolder(t), join(source, 'requirements.txt'))
  await testLibrary(t, [python, join(source, 'program.py')])
})
