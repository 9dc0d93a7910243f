import { sitePrefix } from '../../../core/model/protected-sites/protected-site.ts'
import { createTextPage, escapeHtml, textPolicy } from '../html.ts'
import { siteTexts } from './texts.ts'

const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': textPolicy }

type Page = {
  language: string
  title: string
  text: string
  links: readonly (readonly [path: string, label: string])[]
}

const toLink = ([path, label]: Page['links'][number]) =>
  `<a href="${escapeHtml(`${sitePrefix}/${path}`)}">${escapeHtml(label)}</a>`

/** A page on the host of a protected site, which can load nothing from the issuer. */
const createPage = ({ language, title, text, links }: Page) => ({
  headers: { ...headers, 'content-language': language, vary: 'accept-language' },
  text: createTextPage({
    language,
    title,
    body: `<p>${escapeHtml(text)}</p>\n<nav>\n${links.map(toLink).join('\n')}\n</nav>`,
  }),
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
