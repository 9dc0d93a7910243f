import useBaseUrl from '@docusaurus/useBaseUrl'
import ThemedImage from '@theme/ThemedImage'
import type { ReactNode } from 'react'

// The size of the pictures of `npm run screenshots -- dashboard`.
const [width, height] = [1280, 800]

/** A picture of the dashboard in the color scheme of the reader; `name` is a file of static/img/dashboard. */
export function Screenshot({ name, alt }: { name: string; alt: string }): ReactNode {
  const picture = `/img/dashboard/${name}`
  const sources = { light: useBaseUrl(`${picture}-light.png`), dark: useBaseUrl(`${picture}-dark.png`) }
  return (
    <figure className="screenshot">
      <ThemedImage sources={sources} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
    </figure>
  )
}
