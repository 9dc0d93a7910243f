/** Tables of facts from the code, which pages use without importing them (`src/components/Facts.tsx`), and the file of each. */
const tables: Readonly<Record<string, string | undefined>> = {
  InstallationSettings: 'installation',
  ApplicationSettings: 'application',
  MessagePlaceholders: 'placeholders',
  Scopes: 'scopes',
  SharedErrors: 'rejections',
  OwnErrors: 'rejections',
  Events: 'events',
  RateLimits: 'limits',
  ConcurrencyLimits: 'concurrency',
  ClientSettings: 'clientSettings',
  OpenidScopes: 'openid',
  OpenidErrors: 'openid',
  Glossary: undefined,
}

const frontMatter = /^---\n[\s\S]*?\n---\n/

/** A page with the import of the tables that it uses and of their facts, so that it loads no others. */
export function withFacts(page: string): string {
  const used = Object.keys(tables).filter((name) => page.includes(`<${name} `) || page.includes(`<${name}/`))
  if (used.length === 0) return page
  const head = frontMatter.exec(page)?.[0] ?? ''
  const body = used.reduce((text, name) => passFacts(text, name, tables[name]), page.slice(head.length))
  const files = new Set(used.map((name) => tables[name]).filter((file) => file !== undefined))
  const imports = [
    `import { ${used.join(', ')} } from '@site/src/components/Facts'`,
    ...[...files].map((file) => `import ${file}Facts from '@site/generated/${file}.json'`),
  ]
  return `${head}\n${imports.join('\n')}\n${body}`
}

const passFacts = (page: string, name: string, file: string | undefined) =>
  file === undefined ? page : page.replaceAll(new RegExp(`<${name}(?=[ /])`, 'g'), `<${name} facts={${file}Facts}`)
