type Rules = Record<'createHTML' | 'createScript' | 'createScriptURL', (text: string) => string | undefined>
type TrustedTypes = { createPolicy(name: string, rules: Rules): unknown }

// Elements without attributes that run or load anything, as in the announcement, the footer, and the progress bar.
const markup =
  /<\/?(?:a|b|br|code|div|em|i|p|span|strong)(?:\s+(?:class|role|hidden|data-[\w-]+)(?:="[^"<>]*")?)*\s*\/?>/g

/** Undefined, which makes the browser throw, for markup that the site doesn't contain. */
const acceptMarkup = (html: string) => (html.replace(markup, '').includes('<') ? undefined : html)

/** Data for search engines, which browsers never run. */
function acceptData(text: string): string | undefined {
  try {
    JSON.parse(text)
    return text
  } catch {
    return undefined
  }
}

/** Scripts of this site alone, such as the parts that its pages load. */
function acceptAddress(address: string): string | undefined {
  const { origin, pathname } = new URL(address, location.href)
  return origin === location.origin && pathname.includes('/assets/js/') ? address : undefined
}

/** Lets Docusaurus and its libraries turn what the policy of the pages (plugins/page-policy) allows into markup, code, and scripts. */
if (typeof window !== 'undefined') {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: acceptMarkup,
    createScript: acceptData,
    createScriptURL: acceptAddress,
  })
}

export {}
