import { isClientReport, leaveOutUnfitReports, withoutBlanks } from '@thumbturn/contract'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** The parts of JSON Schema that the contract uses. */
export type Schema = {
  type?: string
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
export type Json = { [name: string]: unknown }

/** Stands for an omitted field. */
export const absent = Symbol('absent')
/** The invalid values that replace each field in turn. */
export const wrong: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['0', 0],
  ['1.5', 1.5],
  ['an empty text', ''],
  ['an empty array', []],
  ['an empty object', {}],
  ['nothing', absent],
  ['half a character', '\ud800'],
  ['the other half', 'a\udc00'],
  ['NUL', 'a\0b'],
  ['10 kB', 'x'.repeat(10_240)],
  ['an array inside an array', [['a']]],
  ['a number beyond all', 1e308],
  ['SQL', "' or 1=1; drop table users --"],
  ['a line break and an escape', 'a\r\n\u001b[31m'],
]

/** A body with every field. */
export function createSample({ type, const: only, anyOf, items, properties }: Schema): unknown {
  if (only !== undefined) return only
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, schema]) => [name, createSample(schema)]))
  if (anyOf) return createSample(anyOf[0]!)
  if (type === 'array') return items ? [createSample(items)] : []
  if (type === 'boolean') return false
  return type === 'string' ? 'AAAAAAAAAAAAAAAA' : 0
}

/** The path to every field, outer ones first. */
export function placesIn({ properties = {}, items }: Schema): string[][] {
  const inner = items ? [['0', items] as const] : Object.entries(properties)
  return inner.flatMap(([name, schema]) => [[name], ...placesIn(schema).map((rest) => [name, ...rest])])
}

/** The path to every optional field, outer ones first. */
export function optionalPlacesIn({ properties = {}, required = [] }: Schema): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    ...(required.includes(name) ? [] : [[name]]),
    ...optionalPlacesIn(schema).map((rest) => [name, ...rest]),
  ])
}

/** The path to every report of the client, and what stands for a report that says nothing. */
export function reportPlacesIn({ properties = {}, required = [] }: Schema): { path: string[]; empty: unknown }[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    isClientReport(schema)
      ? [{ path: [name], empty: required.includes(name) ? {} : absent }]
      : reportPlacesIn(schema).map(({ path, empty }) => ({ path: [name, ...path], empty })),
  )
}

/** Whether a body fits its schema without what counts as missing. */
export function fits(schema: TSchema, body: unknown): boolean {
  const kept = withoutBlanks(schema, structuredClone(body))
  leaveOutUnfitReports(schema, kept)
  return Value.Check(schema, kept)
}

/** The body with another value at that path. */
export function replaced(body: Json, [name = '', ...rest]: string[], value: unknown): Json {
  const copy = (Array.isArray(body) ? [...body] : { ...body }) as Json
  if (rest.length > 0) copy[name] = replaced(copy[name] as Json, rest, value)
  else if (value !== absent) copy[name] = value
  else if (Array.isArray(copy)) copy.pop()
  else delete copy[name]
  return copy
}

/** The names of fields, with the types of their values; a list only as that. */
export function typesIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return Array.isArray(value) || typeof value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, typesIn(field)]))
}
