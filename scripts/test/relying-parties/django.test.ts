import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createFolder } from '../programs/folder.ts'
import { run, startProgram, waitUntil } from '../programs/program.ts'
import { startProvider } from './provider.ts'
import { installPython } from './python.ts'

const source = join(import.meta.dirname, 'django')

test('Django opens a page after a passkey sign-in, renews its session, and signs out', async (t) => {
  const { browser, email, countSignIns, countTokenCalls, register, issuer } = await startProvider(t)
  const [port, folder] = [await findFreePort(), createFolder(t)]
  const origin = `http://localhost:${port}`
  const { files, clientSecret } = await register('django', origin)
  const parts = [readFileSync(join(source, 'base.py'), 'utf8'), files['django-settings.py'], files['django-urls.py']]
  writeFileSync(join(folder, 'program.py'), parts.join('\n'))
  const python = installPython(folder, join(source, 'requirements.txt'))
  const env = {
    PYTHONPATH: folder,
    DJANGO_SETTINGS_MODULE: 'program',
    DATABASE: join(folder, 'database'),
    OIDC_RP_CLIENT_SECRET: clientSecret,
    ISSUER: issuer,
    ORIGIN: origin,
  }
  run(python, ['-m', 'django', 'migrate', '--verbosity=0'], { env })
  const django = await startProgram([python, '-m', 'django', 'runserver', '--noreload', String(port)], {
    env,
    isReady: async () => (await fetch(origin, { redirect: 'manual' })).status === 302,
  })
  t.after(() => django.stop('SIGKILL'))

  const page = await browser.open(origin)
  assert.equal(page.text, `{"email": "${email}"}`, `${page.url}: ${page.text.slice(0, 2_000)}`)
  assert.equal(countSignIns(), 1)

  const before = countTokenCalls()
  await waitUntil(async () => (await browser.open(origin)).text === page.text && countTokenCalls() > before)
  assert.equal(countSignIns(), 1)

  assert.equal((await browser.open(`${origin}/oidc/logout/`)).text, page.text)
  assert.equal(countSignIns(), 2)
})
