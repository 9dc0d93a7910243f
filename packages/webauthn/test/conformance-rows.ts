import { test } from 'node:test'
import {
  type AssertionInput,
  type Reason,
  type RegistrationInput,
  verifyAssertion,
  verifyAssertionInBackground,
  verifyRegistration,
} from '../src/index.ts'
import { type AssertionChanges, assertion, type RegistrationChanges, registration } from './ceremonies.ts'
import { requireVerdict, settled } from './verdicts.ts'

/** Every JSON type that a field may not have; undefined leaves it out. */
export const jsonValues = [null, true, 0, 1.5, '', 'x', [], {}, undefined]

/** A value as part of a test's name. */
export const show = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))

/** A row of docs/fido-conformance.md: its ID, what is sent, the ceremony, and why it is rejected. */
export type Row<Input> = [id: string, what: string, input: () => Input, reason: Reason, message: RegExp]

/** One test for each row. The twin differs from the row only in what the row is about, and must be accepted. */
function testRows<Input>(rows: readonly Row<Input>[], verifiers: ((input: Input) => unknown)[], twin: () => Input) {
  for (const [id, what, input, reason, message] of rows) {
    test(`${id}: ${what} is rejected for ${reason}`, async () => {
      for (const verify of verifiers) {
        await verify(twin())
        requireVerdict(await settled((async () => verify(input()))()), reason, message)
      }
    })
  }
}

type Change = [id: string, what: string, changes: RegistrationChanges, reason: Reason, message: RegExp]
type ChangedAssertion = [id: string, what: string, changes: AssertionChanges, reason: Reason, message: RegExp]

/** Registrations with changes, without attestation. */
export const testRegistrationRows = (rows: readonly Change[]) =>
  testStatementRows(
    rows.map(([id, what, changes, ...rest]) => [id, what, () => registration(changes), ...rest]),
    registration,
  )

/** Registrations with a statement, and the statement that is accepted. */
export const testStatementRows = (rows: readonly Row<RegistrationInput>[], twin: () => RegistrationInput) =>
  testRows(rows, [verifyRegistration], twin)

/** Assertions with changes. */
export const testAssertionRows = (rows: readonly ChangedAssertion[], twin: AssertionChanges = {}) =>
  testRows<AssertionInput>(
    rows.map(([id, what, changes, ...rest]) => [id, what, () => assertion(changes), ...rest]),
    [verifyAssertion, verifyAssertionInBackground],
    () => assertion(twin),
  )

type ClientDataRow = [id: string, what: string, changes: { clientData: Record<string, unknown> }, Reason, RegExp]

/** The rows about client data, which are those of both ceremonies. */
export const createClientDataRows = (group: string, { type, other }: Record<'type' | 'other', string>) => [
  ...jsonValues
    .filter((value) => typeof value !== 'string')
    .flatMap((value) => createWrongTypes((first) => `${group} F-${value === undefined ? first : first + 1}`, value)),
  ...(
    [
      [3, 'an empty type', { type: '' }, 'type', /webauthn/],
      [4, 'another type', { type: `${type}s` }, 'type', /webauthn/],
      [5, `the type ${other}`, { type: other }, 'type', /webauthn/],
      [8, 'an empty challenge', { challenge: '' }, 'challenge', /issued/],
      [9, 'a challenge that is not base64url', { challenge: '*' }, 'challenge', /issued/],
      [10, 'another challenge', { challenge: otherChallenge }, 'challenge', /issued/],
      [13, 'an empty origin', { origin: '' }, 'origin', /not allowed/],
      [14, 'another origin', { origin: 'https://evil.example' }, 'origin', /not allowed/],
      [16, 'a tokenBinding without status', { tokenBinding: { id: 'x' } }, 'client_data', /status/],
      // null is what some clients send for "none", so it's accepted.
      ...jsonValues
        .filter((value) => value !== undefined && typeof value !== 'object')
        .map((tokenBinding) => [
          15,
          `${show(tokenBinding)} as tokenBinding`,
          { tokenBinding },
          'client_data',
          /object/,
        ]),
      ...jsonValues
        .filter((status) => status !== undefined)
        .map((status) => [
          ...[17, `a tokenBinding with the status ${show(status)}`, { tokenBinding: { status } }],
          ...['client_data', /status/],
        ]),
    ] as [number, string, Record<string, unknown>, Reason, RegExp][]
  ).map(([row, what, clientData, ...rest]): ClientDataRow => [`${group} F-${row}`, what, { clientData }, ...rest]),
]

const otherChallenge = Buffer.alloc(32, 8).toString('base64url')

const createWrongTypes = (id: (first: number) => string, value: unknown): ClientDataRow[] => [
  [id(1), `${show(value)} as type`, { clientData: { type: value } }, 'type', /webauthn/],
  [id(6), `${show(value)} as challenge`, { clientData: { challenge: value } }, 'challenge', /issued/],
  [id(11), `${show(value)} as origin`, { clientData: { origin: value } }, 'origin', /no origin/],
]

/** One test for each ceremony that must be accepted. */
export function testAccepted(rows: readonly [id: string, what: string, verified: () => unknown][]) {
  for (const [id, what, verified] of rows) test(`${id}: ${what} is accepted`, () => void verified())
}
