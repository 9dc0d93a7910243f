import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

const page = `
  import { createElement as h } from 'react'
  import { renderToString } from 'react-dom/server'
  import { createClient } from '${repository}packages/web/src/index.ts'
  import { AutofillInput, PasskeyButton, ThumbturnAuth, ThumbturnProvider, usePasskeys, useSession } from '${repository}packages/web/src/react/index.ts'

  const Statuses = () => h('p', null, useSession().status + ' ' + usePasskeys().status)
  const client = createClient({ baseUrl: 'https://shop.example.com' })
  const all = [h(Statuses, { key: 1 }), h(PasskeyButton, { key: 2 }), h(AutofillInput, { key: 3 }), h(ThumbturnAuth, { key: 4, usernameType: 'email' })]
  process.stdout.write(renderToString(h(ThumbturnProvider, { client }, all)))
`

for (const [version, suffix] of [
  ['18', '-18'],
  ['19', ''],
] as const) {
  test(`on a server, React ${version} renders hooks as loading, and touches nothing of a browser`, async (t) => {
    const folder = mkdtempSync(join(repository, 'packages/web/test/server-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const react = (name: string) => join(repository, 'node_modules', `${name}${suffix}`)
    assert.match(createRequire(folder)(`${react('react')}/package.json`).version, new RegExp(`^${version}\\.`))
    const file = join(folder, 'page.ts')
    writeFileSync(file, page)
    const outfile = join(folder, 'page.cjs')
    const alias = { react: react('react'), 'react-dom': react('react-dom') }
    await build({ entryPoints: [file], outfile, alias, bundle: true, platform: 'node', jsx: 'automatic' })
    const html = execFileSync(process.execPath, [outfile], { cwd: dirname(file), encoding: 'utf8' })
    assert.match(
      html,
      /<p>loading loading<\/p><button.*Sign in with a passkey<\/button><input.*<thumbturn-auth username-type="email"><\/thumbturn-auth>/,
    )
  })
}
