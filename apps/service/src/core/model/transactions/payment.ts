import { badRequest } from '../../errors.ts'
import type { Application } from '../applications/application.ts'

/** The payment that a browser shows, with the names of Secure Payment Confirmation §4. */
export type Payment = {
  payeeName?: string
  /** An https origin. */
  payeeOrigin?: string
  paymentEntitiesLogos?: { url: string; label: string }[]
  total: { currency: string; value: string }
  instrument: { displayName: string; icon: string; iconMustBeShown?: boolean; details?: string }
}

/** The data that a page passes to a PaymentRequest (SecurePaymentConfirmationRequest, and the total of its details). */
export type PaymentOptions = Payment & { challenge: string; rpId: string; credentialIds: string[]; timeout: number }

type RequestOptions = { challenge: string; rpId: string; allowCredentials: readonly { id: string }[]; timeout: number }

/** The options of a payment, for the passkeys and the time of the other options. */
export const toPaymentOptions = (payment: Payment, options: RequestOptions): PaymentOptions => {
  const { challenge, rpId, allowCredentials, timeout } = options
  return { ...payment, challenge, rpId, credentialIds: allowCredentials.map(({ id }) => id), timeout }
}

/**
 * The payment in the field `payment` of a payload that is a JSON object; undefined for other payloads, and if the
 * application doesn't use payments.
 * @throws AppError bad_request: browsers would reject the payment, or not show all of it
 */
export function findPayment({ settings }: Application, payload: string): Payment | undefined {
  const payment = settings.paymentConfirmation ? readField(payload) : undefined
  if (payment === undefined) return undefined
  const problem = findProblem(payment)
  if (problem !== undefined) throw badRequest(`The payload's payment can't be shown: ${problem}`)
  return payment as Payment
}

/**
 * The payment of a payload (base64url), if the client data says that the browser showed one. This only chooses how the
 * assertion is verified; both ways require their own type.
 */
export function findSignedPayment(
  application: Application,
  payload: string,
  { clientDataJSON }: { clientDataJSON: string },
): Payment | undefined {
  const { type } = readObject(Buffer.from(clientDataJSON, 'base64url').toString()) ?? {}
  return type === 'payment.get' ? findPayment(application, Buffer.from(payload, 'base64url').toString()) : undefined
}

type Fields = Readonly<Record<string, unknown>>

const readField = (payload: string): unknown => readObject(payload)?.payment

function readObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rule of a field, in words and as a test. */
type Rule = { optional?: true; words: string; test(value: unknown): boolean }

const isUrl = (value: unknown) => typeof value === 'string' && URL.canParse(value)
const isHttpsOrigin = (value: unknown) => isUrl(value) && new URL(value as string).origin === value

const line: Rule = { words: 'one line of 1 to 256 characters', test: (value) => isLine(value) }
const url: Rule = { words: 'a URL', test: isUrl }
const optional = (rule: Rule): Rule => ({ ...rule, optional: true })

const isLine = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 256 && !/[\p{Cc}\p{Cs}]/u.test(value)

const isText = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value)

const paymentRules: Readonly<Record<string, Rule>> = {
  payeeName: optional(line),
  payeeOrigin: {
    optional: true,
    words: 'an origin, such as https://shop.example',
    test: (value) => isHttpsOrigin(value) && (value as string).startsWith('https://'),
  },
  total: { words: 'an object', test: isObject },
  instrument: { words: 'an object', test: isObject },
  paymentEntitiesLogos: { optional: true, words: 'a list of objects', test: isListOfObjects },
}

const totalRules: Readonly<Record<string, Rule>> = {
  currency: { words: 'the three letters of a currency, such as EUR', test: (value) => isText(value, /^[A-Z]{3}$/) },
  value: {
    words: 'a decimal number as text, such as "25.00"',
    test: (value) => isText(value, /^\d{1,15}(\.\d{1,9})?$/),
  },
}

const instrumentRules: Readonly<Record<string, Rule>> = {
  displayName: line,
  icon: url,
  iconMustBeShown: { optional: true, words: 'true or false', test: (value) => typeof value === 'boolean' },
  details: optional(line),
}

const logoRules: Readonly<Record<string, Rule>> = { url, label: line }

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject)
}

/** Finds a problem that browsers would reject (§4.7), or not show because they don't know it. */
function findProblem(payment: unknown): string | undefined {
  if (!isObject(payment)) return 'payment must be an object'
  const own = findFlaw('payment', payment, paymentRules)
  if (own !== undefined) return own
  if (payment.payeeName === undefined && payment.payeeOrigin === undefined)
    return 'payment needs payeeName, payeeOrigin, or both'
  const { total, instrument, paymentEntitiesLogos = [] } = payment
  return (
    findFlaw('total', total as Fields, totalRules) ??
    findFlaw('instrument', instrument as Fields, instrumentRules) ??
    (paymentEntitiesLogos as Fields[])
      .map((logo) => findFlaw('paymentEntitiesLogos', logo, logoRules))
      .find((flaw) => flaw !== undefined)
  )
}

function findFlaw(name: string, object: Fields, rules: Readonly<Record<string, Rule>>): string | undefined {
  const unknown = Object.keys(object).find((field) => !Object.hasOwn(rules, field))
  if (unknown !== undefined) return `${name} has the unknown field ${JSON.stringify(unknown.slice(0, 64))}`
  const wrong = Object.entries(rules).find(([field, { optional, test }]) =>
    object[field] === undefined ? !optional : !test(object[field]),
  )
  return wrong && `${name}.${wrong[0]} must be ${wrong[1].words}`
}
