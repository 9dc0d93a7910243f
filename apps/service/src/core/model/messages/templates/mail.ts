import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'
import { escapeHtml } from './escape.ts'

/** The content of an email, as plain text. */
export type MailContent = {
  title: string
  text: string
  code: string | undefined
  /** The target and the label. */
  link: { href: string; action: string } | undefined
  details: readonly (readonly [label: string, value: string])[]
  advice: string
}

/** The plain-text part of an email. */
export const renderMailText = ({ title, text, code, link, details, advice }: MailContent): string =>
  [title, text, code, link?.href, details.map(([label, value]) => `${label}: ${value}`).join('\n'), advice]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')

// Mail programs support inline styles and mostly a style element, but nothing else.
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
const styles = {
  body: `margin:0;padding:0;background:#f2f3f0;color:#1d211c;${font}`,
  page: 'padding:32px 16px;background:#f2f3f0',
  card: 'width:100%;max-width:480px;background:#ffffff;border:1px solid #d9dcd5;border-radius:12px',
  inside: 'padding:28px 32px;text-align:left',
  app: 'margin:0 0 20px;font-size:14px;line-height:20px;color:#5b6258',
  title: 'margin:0 0 12px;font-size:22px;line-height:28px;font-weight:600',
  text: 'margin:0 0 20px;font-size:16px;line-height:24px',
  code: 'margin:0 0 20px;padding:16px;border-radius:8px;background:#f2f3f0;text-align:center;font-size:32px;line-height:40px;font-weight:600;letter-spacing:6px;font-family:ui-monospace,Menlo,Consolas,monospace',
  link: 'display:inline-block;padding:12px 24px;border-radius:8px;background:#1d211c;color:#ffffff;font-size:16px;line-height:24px;font-weight:600;text-decoration:none',
  label: 'padding:4px 16px 4px 0;font-size:14px;line-height:20px;color:#5b6258;vertical-align:top;white-space:nowrap',
  value: 'padding:4px 0;font-size:14px;line-height:20px',
  advice: 'margin:20px 0 0;padding:16px 0 0;border-top:1px solid #d9dcd5;font-size:14px;line-height:20px;color:#5b6258',
}

const darkStyles = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page,.code{background:#141713!important}
.page,.card{color:#e6e9e2!important}
.card{background:#1e221d!important;border-color:#353b33!important}
.link{background:#e6e9e2!important;color:#141713!important}
.quiet{color:#a7afa2!important;border-color:#353b33!important}
}`

/** The HTML part: no link except the message's own, no images, nothing to load, and all text escaped. */
export function renderMailHtml(content: MailContent, { locale, app }: { locale: Locale; app: string }): string {
  const { title, text, code, link, details, advice } = content
  const paragraph = (name: 'app' | 'text' | 'code' | 'advice', shown: string, kind = '') =>
    `<p class="${kind}" style="${styles[name]}">${escapeHtml(shown)}</p>`
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(title)}</title>
<style>${darkStyles}</style>
</head>
<body class="page" style="${styles.body}">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="${styles.page}" class="page">
<table class="card" role="presentation" cellpadding="0" cellspacing="0" style="${styles.card}"><tr><td style="${styles.inside}">
${paragraph('app', app, 'quiet')}
<h1 style="${styles.title}">${escapeHtml(title)}</h1>
${paragraph('text', text)}
${code === undefined ? '' : paragraph('code', code, 'code')}
${link === undefined ? '' : renderLink(link)}
${renderDetails(details)}
${paragraph('advice', advice, 'quiet')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

const renderLink = ({ href, action }: NonNullable<MailContent['link']>) =>
  `<p style="${styles.text}"><a class="link" style="${styles.link}" href="${escapeHtml(href)}">${escapeHtml(action)}</a></p>`

function renderDetails(details: MailContent['details']): string {
  if (details.length === 0) return ''
  const rows = details.map(
    ([label, value]) =>
      `<tr><td class="quiet" style="${styles.label}">${escapeHtml(label)}</td><td style="${styles.value}">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0">${rows.join('')}</table>`
}
