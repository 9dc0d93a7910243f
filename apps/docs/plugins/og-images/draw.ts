import { createRequire } from 'node:module'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { pictureSize as size } from './size.ts'

/** The texts of a picture: a word above, the title, one sentence. */
export type Picture = { kind: string; title: string; says: string }

const ink = { paper: '#0c1311', plate: '#131c1a', line: '#687a74', bright: '#e8efec', quiet: '#a5b6b0' }
const brass = { bright: '#ddb560', soft: '#2a2414' }
const left = 84
const widest = 760

/** Draws previews; undefined where this machine has no canvas, because a site without previews is better than none. */
export async function painter(): Promise<((picture: Picture) => Buffer) | undefined> {
  const canvas = await import('@napi-rs/canvas').catch(() => undefined)
  if (!canvas) return undefined
  const { resolve } = createRequire(import.meta.url)
  for (const weight of [500, 700]) {
    canvas.GlobalFonts.registerFromPath(resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`), 'Site')
  }
  return (picture) => drawn(canvas.createCanvas(size.width, size.height), picture)
}

function drawn(canvas: Canvas, { kind, title, says }: Picture): Buffer {
  const context = canvas.getContext('2d')
  context.fillStyle = ink.paper
  context.fillRect(0, 0, size.width, size.height)
  drawLock(context)
  write(context, kind, { y: 116, font: '500 30px Site', colour: brass.bright })
  const fontSize = title.length > 26 ? 62 : 76
  const lines = wrapped(context, title, `700 ${fontSize}px Site`).slice(0, 3)
  const top = 116 + 40 + fontSize
  lines.forEach((line, index) => {
    write(context, line, { y: top + index * fontSize * 1.14, font: `700 ${fontSize}px Site`, colour: ink.bright })
  })
  const below = top + (lines.length - 1) * fontSize * 1.14 + 66
  const room = Math.max(0, Math.floor((540 - below) / 42))
  const sentence = shortened(wrapped(context, says, '500 30px Site'), Math.min(3, room))
  sentence.forEach((line, index) => {
    write(context, line, { y: below + index * 42, font: '500 30px Site', colour: ink.quiet })
  })
  drawKnob(context, { x: left + 17, y: 561, radius: 15 })
  write(context, 'Thumbturn', { x: left + 48, y: 572, font: '700 30px Site', colour: ink.bright })
  return canvas.encodeSync('png')
}

type Writing = { x?: number; y: number; font: string; colour: string }

function write(context: SKRSContext2D, text: string, { x = left, y, font, colour }: Writing) {
  context.font = font
  context.fillStyle = colour
  context.fillText(text, x, y)
}

/** A text in lines that fit. */
function wrapped(context: SKRSContext2D, text: string, font: string): string[] {
  context.font = font
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && context.measureText(longer).width <= widest) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The first lines; where more were left out, they end in three points. */
const shortened = (lines: readonly string[], count: number) =>
  lines.slice(0, count).map((line, index) => (index === count - 1 && lines.length > count ? `${line} …` : line))

/** The plate of a lock, larger than the picture, with its knob in the middle. */
function drawLock(context: SKRSContext2D) {
  const [x, y] = [1010, size.height / 2]
  context.fillStyle = ink.plate
  context.strokeStyle = ink.line
  context.lineWidth = 3
  context.beginPath()
  context.roundRect(x - 110, -60, 220, size.height + 120, 110)
  context.fill()
  context.stroke()
  drawKnob(context, { x, y, radius: 84 })
}

function drawKnob(context: SKRSContext2D, { x, y, radius }: { x: number; y: number; radius: number }) {
  context.fillStyle = brass.soft
  context.strokeStyle = brass.bright
  context.lineWidth = radius / 9
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
  const [width, height] = [radius * 0.6, radius * 1.6]
  context.fillStyle = brass.bright
  context.beginPath()
  context.roundRect(x - width / 2, y - height / 2, width, height, width / 2)
  context.fill()
}
