import { leastContrast, measureContrast, parseColor } from './contrast.ts'

const format = (parts: readonly number[]) =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** A mix of two colors, each as #rrggbb; `share` of the first. */
function mix(one: string, other: string, share: number): string {
  const second = parseColor(other)
  return format(parseColor(one).map((part, index) => part * share + second[index]! * (1 - share)))
}

/** The color, lightened until text in it can be read on the background. */
function lighten(hex: string, background: string): string {
  for (let share = 1; share > 0; share -= 0.05) {
    const lighter = mix(hex, '#ffffff', share)
    if (measureContrast(lighter, background) >= leastContrast) return lighter
  }
  return '#ffffff'
}

/** Those of the palette that a brand's colors meet. */
const darkSurface = '#131c1a'
const darkPaper = '#0c1311'

/** Colors as #rrggbb, or empty for those of the palette; the radius in pixels. */
export type Brand = {
  accentColor?: string | undefined
  backgroundColor?: string | undefined
  cornerRadius: number
}

/**
 * The variables of the hosted pages’ style sheet that a brand sets. In dark colors, the accent is lighter and the background
 * darker than given.
 */
export function listBrandVariables({ accentColor, backgroundColor, cornerRadius }: Brand): Record<string, string> {
  const inkOnPaper = backgroundColor && measureContrast(backgroundColor, '#ffffff') >= leastContrast
  return {
    '--brand-radius': `${cornerRadius}px`,
    ...(accentColor && {
      '--brand-accent': accentColor,
      '--brand-accent-dark': lighten(accentColor, darkSurface),
    }),
    ...(backgroundColor && {
      '--brand-paper': backgroundColor,
      '--brand-paper-dark': mix(backgroundColor, darkPaper, 0.12),
      '--brand-paper-ink': inkOnPaper ? '#ffffff' : '#000000',
    }),
  }
}
