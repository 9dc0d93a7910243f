import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from './folder.ts'
import { runOrThrow } from './programs.ts'
import { findTarball } from './project.ts'

/** Every entry that needs nothing but React. */
const entries = [
  'native',
  'web',
  'web/elements',
  'web/merchant',
  'web/react',
  'web/wallet',
  'node',
  'node/express',
  'webauthn',
]
const resolutions = [
  ['Node16', 'Node16'],
  ['NodeNext', 'NodeNext'],
  ['ESNext', 'Bundler'],
]

for (const version of ['5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6.0', '7.0'])
  test(`with TypeScript ${version}, the declarations compile with all libraries checked`, ({ folder }) => {
    const tarballs = (['web', 'native', 'node', 'webauthn'] as const).map(findTarball).join(' ')
    const others = `typescript@${version} @types/node@20 @types/react@19`
    runOrThrow(`npm init -y && npm pkg set type=module && npm install ${tarballs} ${others}`, { cwd: folder })
    const imports = entries.map((entry, index) => `export * as entry${index} from '@thumbturn/${entry}'`)
    writeFileSync(join(folder, 'index.ts'), imports.join('\n'))
    for (const [module, moduleResolution] of resolutions) {
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: ['node'],
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['index.ts'] }))
      runOrThrow('npx tsc -p .', { cwd: folder })
    }
  })
