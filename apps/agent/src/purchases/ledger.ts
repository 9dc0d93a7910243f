import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { PurchaseError } from '../errors.ts'
import { computeTotal } from './amounts.ts'
import type { Proof, Purchase, PurchaseRequest, State } from './purchase.ts'
import { formatPurchase } from './text.ts'

/** A purchase with its internal state. */
type Entry = {
  purchase: Purchase
  handleHash: Buffer
  outcome?: 'declined' | 'completed'
  proof?: Proof
  orderId?: string
  /** True while the order is placed, so that a second call can't start. */
  ordering?: boolean
}

/** Identifies an agent's own purchase. */
export type Claim = { purchaseId: string; handle: string; caller: string }

/** A purchase and its state. */
export type PurchaseStatus = { purchase: Purchase; state: State; orderId: string | undefined }

/** Places an order durably, and returns its ID. */
export type PlaceOrder = (purchase: Purchase, proof: Proof) => Promise<string>

export type LedgerSettings = { lifeMs: number; placeOrder: PlaceOrder; now?: () => number }

/** Maximum purchases of one agent that are open at once, and stored in total. */
const limits = { open: 20, kept: 500 }
/** How long an agent can query the state of a purchase after its end. */
const retentionMs = 60 * 60_000
/** The service's limit is 4,000 bytes of text. */
const maxTextBytes = 4_000

const createSecret = (bytes: number) => randomBytes(bytes).toString('base64url')
const hashHandle = (text: string) => createHash('sha256').update(text).digest()

/**
 * The purchases of this process, in memory only: all end within the hour, and none survives a restart. Every method
 * returns a result or throws PurchaseError, and none can change the content of a purchase.
 */
export class Ledger {
  readonly now: () => number
  readonly #lifeMs: number
  readonly #placeOrder: PlaceOrder
  readonly #entries = new Map<string, Entry>()
  readonly #changes = new EventEmitter().setMaxListeners(0)

  constructor({ lifeMs, placeOrder, now = Date.now }: LedgerSettings) {
    this.#lifeMs = lifeMs
    this.#placeOrder = placeOrder
    this.now = now
  }

  /** Starts a purchase. `handle` is returned only here. */
  begin(request: PurchaseRequest, caller: string): { purchase: Purchase; handle: string } {
    this.#makeRoom(caller)
    const createdAt = this.now()
    const expiresAt = createdAt + this.#lifeMs
    const facts = { ...request, id: createSecret(16), caller, total: computeTotal(request.items), createdAt, expiresAt }
    const text = formatPurchase(facts)
    requireShortText(text)
    const purchase = freezePurchase({ ...facts, text })
    const handle = createSecret(32)
    this.#entries.set(purchase.id, { purchase, handleHash: hashHandle(handle) })
    return { purchase, handle }
  }

  /** For the user, who has the link. */
  find(id: string): PurchaseStatus {
    return this.#toStatus(this.#findEntry(id))
  }

  /** For the agent that started the purchase. */
  findClaimed(claim: Claim): PurchaseStatus {
    return this.#toStatus(this.#findClaimedEntry(claim))
  }

  /** Records a verified confirmation. A second confirmation changes nothing. */
  confirm(id: string, proof: Proof): void {
    const entry = this.#findEntry(id)
    const state = this.#computeState(entry)
    if (state === 'confirmed') return
    if (state !== 'waiting') throw createEndedError(state)
    this.#change(entry, { proof })
  }

  /** Also possible after the confirmation, until the order is placed. */
  decline(id: string): void {
    const entry = this.#findEntry(id)
    const state = this.#computeState(entry)
    if (state === 'declined') return
    if (state === 'expired' || state === 'completed') throw createEndedError(state)
    if (entry.ordering) throw new PurchaseError('settled', 'The order is being placed')
    this.#change(entry, { outcome: 'declined' })
  }

  /** Places the order of a confirmed purchase once. Can be repeated after a failure. */
  async complete(claim: Claim): Promise<{ purchase: Purchase; orderId: string }> {
    const entry = this.#findClaimedEntry(claim)
    const state = this.#computeState(entry)
    if (state === 'waiting') throw new PurchaseError('not_confirmed', 'The user has not confirmed yet: call continue')
    if (state !== 'confirmed' || !entry.proof) throw createEndedError(state, entry.orderId)
    if (entry.ordering) throw new PurchaseError('settled', 'This purchase is being completed by another call')
    // Before the first await, so that only one of two concurrent calls continues.
    entry.ordering = true
    try {
      const orderId = await this.#placeOrder(entry.purchase, entry.proof)
      this.#change(entry, { outcome: 'completed', orderId })
      return { purchase: entry.purchase, orderId }
    } finally {
      entry.ordering = false
    }
  }

  /** Resolves when the purchase changes or `signal` aborts. */
  async waitForChange(id: string, signal: AbortSignal): Promise<void> {
    await once(this.#changes, id, { signal }).catch(() => undefined)
  }

  #findEntry(id: string): Entry {
    const entry = this.#entries.get(id)
    if (!entry) throw new PurchaseError('not_found', 'There is no such purchase, or it was long ago')
    return entry
  }

  /** Throws the same error for an unknown purchase and for another agent's. */
  #findClaimedEntry({ purchaseId, handle, caller }: Claim): Entry {
    const entry = this.#entries.get(purchaseId)
    const isTheirs = entry?.purchase.caller === caller && timingSafeEqual(entry.handleHash, hashHandle(handle))
    if (!entry || !isTheirs) throw new PurchaseError('not_found', 'You have no such purchase: initiate one')
    return entry
  }

  #computeState({ outcome, proof, purchase }: Entry): State {
    if (outcome) return outcome
    if (this.now() >= purchase.expiresAt) return 'expired'
    return proof ? 'confirmed' : 'waiting'
  }

  #toStatus(entry: Entry): PurchaseStatus {
    const { purchase, orderId } = entry
    return { purchase, state: this.#computeState(entry), orderId }
  }

  #change(entry: Entry, fields: Partial<Entry>): void {
    Object.assign(entry, fields)
    this.#changes.emit(entry.purchase.id)
  }

  #makeRoom(caller: string): void {
    const longAgo = this.now() - retentionMs
    for (const [id, { purchase }] of this.#entries) if (purchase.expiresAt <= longAgo) this.#entries.delete(id)
    const theirs = [...this.#entries.values()].filter(({ purchase }) => purchase.caller === caller)
    const open = theirs.filter((entry) => isOpen(this.#computeState(entry))).length
    if (open >= limits.open)
      throw new PurchaseError(
        'too_many',
        `${open} of your purchases are open: complete them, or wait until they expire`,
      )
    if (theirs.length >= limits.kept)
      throw new PurchaseError('too_many', `You have begun ${theirs.length} purchases lately: try again later`)
  }
}

const isOpen = (state: State) => state === 'waiting' || state === 'confirmed'

const endMessages: Record<string, string> = {
  declined: 'The user declined this purchase: do not ask again unless they want it',
  expired: 'This purchase has expired: initiate it anew',
  completed: 'This purchase was completed already',
}

function createEndedError(state: State, orderId?: string): PurchaseError {
  const code = state === 'declined' || state === 'expired' ? state : 'settled'
  return new PurchaseError(code, `${endMessages[state]}${orderId ? `: order ${orderId}` : ''}`)
}

function requireShortText(text: string): void {
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxTextBytes) return
  throw new PurchaseError(
    'invalid',
    `The purchase has ${bytes} bytes of text, of ${maxTextBytes} allowed: use fewer or shorter items`,
  )
}

/** A deep copy, so that later changes to the request don't affect it. */
function freezePurchase(purchase: Purchase): Purchase {
  const items = Object.freeze(purchase.items.map((item) => Object.freeze({ ...item })))
  return Object.freeze({ ...purchase, items })
}
