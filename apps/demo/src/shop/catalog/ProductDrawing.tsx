import { useId } from 'react'
import type { Product } from '../backend.ts'

const glazes: Record<Product['glaze'], [light: string, middle: string, dark: string]> = {
  oat: ['#f4ecdd', '#e0d2b9', '#b9a582'],
  moss: ['#a3b088', '#7f8e66', '#515e3d'],
  ink: ['#6c7d98', '#435470', '#222c3f'],
  rust: ['#dd9468', '#bd6d42', '#80401f'],
}

/** Body and rim of each shape, in a box of 200 by 200. */
const shapes: Record<Product['shape'], { body: string; rim: [y: number, rx: number, ry: number]; bare: number }> = {
  mug: { body: 'M57 62L62 148C63 160 137 160 138 148L143 62Z', rim: [62, 43, 9], bare: 141 },
  bowl: { body: 'M34 82C36 128 66 152 82 154V161H118V154C134 152 164 128 166 82Z', rim: [82, 66, 14], bare: 143 },
  jug: {
    body: 'M74 44C73 78 54 98 54 130C54 156 72 163 100 163C128 163 146 156 146 130C146 98 127 78 126 44Z',
    rim: [44, 26, 6],
    bare: 147,
  },
  plate: { body: 'M22 112C22 128 60 148 78 149V153H122V149C140 148 178 128 178 112Z', rim: [112, 78, 27], bare: 151 },
}

const handles: Partial<Record<Product['shape'], string>> = {
  mug: 'M140 80C176 76 174 132 136 130',
  jug: 'M128 58C172 62 168 118 143 120',
}

/** Specks where iron shows through the glaze. */
const specks = [17, 61, 43, 89, 29, 71, 53, 97, 37, 83, 11, 67, 47, 91, 23, 79]

/** A drawing of a product, glazed with a bare foot. */
export function ProductDrawing({ shape, glaze }: Pick<Product, 'shape' | 'glaze'>) {
  const id = useId()
  const [light, middle, dark] = glazes[glaze]
  const { body, rim, bare } = shapes[shape]
  const [y, rx, ry] = rim
  return (
    <svg viewBox="0 0 200 200" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}g`}>
          <stop offset="0" stopColor={middle} />
          <stop offset="0.32" stopColor={light} />
          <stop offset="0.7" stopColor={middle} />
          <stop offset="1" stopColor={dark} />
        </linearGradient>
        <linearGradient id={`${id}c`}>
          <stop offset="0" stopColor="#b88662" />
          <stop offset="0.35" stopColor="#d0a17c" />
          <stop offset="1" stopColor="#85593a" />
        </linearGradient>
        <radialGradient id={`${id}s`}>
          <stop offset="0" stopColor="#000" stopOpacity="0.3" />
          <stop offset="1" stopColor="#000" stopOpacity="0" />
        </radialGradient>
        <clipPath id={`${id}b`}>
          <path d={body} />
        </clipPath>
      </defs>
      <ellipse cx="106" cy="161" rx={rx + 18} ry="12" fill={`url(#${id}s)`} />
      {handles[shape] && (
        <path d={handles[shape]} fill="none" stroke={`url(#${id}g)`} strokeWidth="11" strokeLinecap="round" />
      )}
      <path d={body} fill={`url(#${id}g)`} />
      <g clipPath={`url(#${id}b)`}>
        <path d={`M0 ${bare}q25 -7 50 0t50 0t50 0t50 0V200H0Z`} fill={`url(#${id}c)`} />
        {specks.map((speck, at) => (
          <circle
            key={speck}
            cx={30 + ((speck * 7 + at * 31) % 140)}
            cy={y + ((speck * 3) % (bare - y))}
            r={at % 3 === 0 ? 1.1 : 0.7}
            fill={dark}
            opacity="0.55"
          />
        ))}
      </g>
      <ellipse cx="100" cy={y} rx={rx} ry={ry} fill={light} />
      <ellipse
        cx="100"
        cy={y + 1}
        rx={rx - 4}
        ry={Math.max(ry - 2.5, 3)}
        fill={dark}
        opacity={shape === 'plate' ? 0.35 : 0.8}
      />
      {shape === 'plate' && <ellipse cx="100" cy={y + 2} rx={rx - 24} ry={ry - 9} fill={middle} />}
    </svg>
  )
}
