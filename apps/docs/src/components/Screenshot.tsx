import useBaseUrl from '@docusaurus/useBaseUrl'
import ThemedImage from '@theme/ThemedImage'
import type { ReactNode } from 'react'

// The sizes of the pictures of `npm run screenshots`.
const sizes = { dashboard: [1280, 800], quickstarts: [960, 600] } as const

type Picture = { name: string; alt: string; folder?: keyof typeof sizes }

/** A picture in the color scheme of the reader; `name` is a file of a folder in static/img. */
export function Screenshot({ name, alt, folder = 'dashboard' }: Picture): ReactNode {
  const picture = `/img/${folder}/${name}`
  const sources = { light: useBaseUrl(`${picture}-light.png`), dark: useBaseUrl(`${picture}-dark.png`) }
  const [width, height] = sizes[folder]
  return (
    <figure className="screenshot">
      <ThemedImage sources={sources} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
    </figure>
  )
}
