import { createHash } from 'node:crypto'
import { sitePrefix } from '../../../core/model/protected-sites/protected-site.ts'
import { escapeHtml } from '../html.ts'
import { siteTexts } from './texts.ts'

const style = `
:root { color-scheme: light dark; --page: #f6f7f7; --card: #fff; --line: #e2e5e4; --text: #17201e; --soft: #56625f; --accent: #0d6b5c; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --page: #101413; --card: #181d1c; --line: #2a312f; --text: #eef1f0; --soft: #a3aeab; --accent: #6fd3bf; --on-accent: #06231d } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 416px; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 14px }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance }
p { margin: 0 0 24px; color: var(--soft) }
nav { display: grid; gap: 8px }
a { display: block; padding: 11px 16px; border: 1px solid var(--line); border-radius: 10px; color: var(--text); text-align: center; text-decoration: none; font-weight: 550 }
a:first-child { border-color: transparent; background: var(--accent); color: var(--on-accent) }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
@media (max-width: 480px) { body { place-items: start stretch; padding: 16px } main { padding: 24px } }
`

const hash = createHash('sha256').update(style).digest('base64')

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

type Page = {
  language: string
  title: string
  text: string
  links: readonly (readonly [path: string, label: string])[]
}

/** A page on the host of a protected site, which can load nothing from the issuer. */
const createPage = ({ language, title, text, links }: Page) => ({
  headers: { ...headers, 'content-language': language, vary: 'accept-language' },
  text: `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<nav>
${links.map(([path, label]) => `<a href="${escapeHtml(`${sitePrefix}/${path}`)}">${escapeHtml(label)}</a>`).join('\n')}
</nav>
</main>
</html>
`,
})

/** The page about a request that a site's rules deny, or an account that can't use the site. */
export function createDeniedPage(language: string) {
  const { deniedTitle: title, denied: text, anotherAccount, signOut } = siteTexts[language]!
  const links = [
    ['start?account=other', anotherAccount],
    ['sign-out', signOut],
  ] as const
  return createPage({ language, title, text, links })
}

/** The page about a request that needs a sign-in, where the proxy doesn't lead there itself. */
export function createSignInPage(language: string) {
  const { signInTitle: title, onlySignedIn: text, signIn } = siteTexts[language]!
  return createPage({ language, title, text, links: [['start', signIn]] })
}

/** The page about a sign-in that can't be completed. */
export function createFailedPage(language: string) {
  const { failedTitle: title, failed: text, tryAgain } = siteTexts[language]!
  return createPage({ language, title, text, links: [['start', tryAgain]] })
}
