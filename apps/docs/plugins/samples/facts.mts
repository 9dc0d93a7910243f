/** Tables of facts from the code, which pages use without importing them: `src/components/Facts.tsx`. */
const tables = [
  'InstallationSettings',
  'ApplicationSettings',
  'MessagePlaceholders',
  'Scopes',
  'SharedErrors',
  'OwnErrors',
  'SdkErrors',
  'NodeErrors',
  'Events',
  'RateLimits',
  'Glossary',
] as const

const frontMatter = /^---\n[\s\S]*?\n---\n/

/** A page with the import of the tables that it uses, so that only pages with tables load the facts behind them. */
export function withFacts(page: string): string {
  const used = tables.filter((name) => page.includes(`<${name} `) || page.includes(`<${name}/`))
  if (used.length === 0) return page
  const head = frontMatter.exec(page)?.[0] ?? ''
  return `${head}\nimport { ${used.join(', ')} } from '@site/src/components/Facts'\n${page.slice(head.length)}`
}
