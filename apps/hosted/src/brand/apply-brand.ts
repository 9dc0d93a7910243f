import { leastContrast, measureContrast } from '@thumbturn/contract/vocabulary/contrast.ts'
import type { OutputOf } from '../api/operations.ts'
import { lighten, mix } from './mix.ts'

export type HostedApplication = OutputOf<'requestShow'>['application']

/** Those of the palette that a brand's colors meet. */
const darkSurface = '#131c1a'
const darkPaper = '#0c1311'

/** Sets what the style sheet takes from a brand. In dark colors, the accent is lighter and the background darker than given. */
export function applyBrand({ accentColor, backgroundColor, cornerRadius }: HostedApplication): void {
  const { style } = document.documentElement
  style.setProperty('--brand-radius', `${cornerRadius}px`)
  if (accentColor) {
    style.setProperty('--brand-accent', accentColor)
    style.setProperty('--brand-accent-dark', lighten(accentColor, darkSurface))
  }
  if (backgroundColor) {
    style.setProperty('--brand-paper', backgroundColor)
    style.setProperty('--brand-paper-dark', mix(backgroundColor, darkPaper, 0.12))
    style.setProperty(
      '--brand-paper-ink',
      measureContrast(backgroundColor, '#ffffff') >= leastContrast ? '#ffffff' : '#000000',
    )
  }
}
