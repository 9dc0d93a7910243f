import { createHash } from 'node:crypto'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it can stand in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)

const style = `
:root { color-scheme: light dark; --page: #f6f7f7; --card: #fff; --line: #e2e5e4; --text: #17201e; --soft: #56625f; --accent: #0d6b5c; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --page: #101413; --card: #181d1c; --line: #2a312f; --text: #eef1f0; --soft: #a3aeab; --accent: #6fd3bf; --on-accent: #06231d } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 416px; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 14px }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance }
p { margin: 0; color: var(--soft) }
code { display: block; margin-top: 16px; padding: 12px 14px; background: var(--page); border: 1px solid var(--line); border-radius: 10px; color: var(--text); font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
nav { display: grid; gap: 8px; margin-top: 24px }
a { display: block; padding: 11px 16px; border: 1px solid var(--line); border-radius: 10px; color: var(--text); text-align: center; text-decoration: none; font-weight: 550 }
a:first-child { border-color: transparent; background: var(--accent); color: var(--on-accent) }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
@media (max-width: 480px) { body { place-items: start stretch; padding: 16px } main { padding: 24px } }
`

const hash = createHash('sha256').update(style).digest('base64')

/** The policy of a page of text: its own style, no script, no image, no form, and no frame around it. */
export const textPolicy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** A page without anything that a browser would have to load. `body` is HTML. */
export const createTextPage = ({ language, title, body }: { language: string; title: string; body: string }): string =>
  `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</html>
`
