import type { Code, CodeAttempt, CodeMethod, SpentCode } from '../../core/model/codes/code.ts'
import type { CodeStore } from '../../core/ports/stores/codes.ts'
import { type Database, demanded, prepareRead } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'
import { accessRemoval } from './access-removal.ts'
import { codeRemovals, codes } from './code-rows.ts'
import { codeSteps } from './code-steps.ts'
import { contactSteps } from './contact-rows.ts'
import { eventInsert } from './events.ts'
import { failureClearing, failureCounting } from './failures.ts'
import { messageInsert } from './messages.ts'
import { epochSteps } from './user-rows.ts'

export function sqlCodes(db: Database, messageRoom: number): CodeStore {
  const { put } = codeSteps(db)
  const list = listCodes(db)
  const insertEvent = eventInsert(db)
  return {
    async put(code, events) {
      return (
        (await db.atomically([put({ ...code, tries: 0 }), ...events.map(insertEvent)], { codes_owner: false })) ?? true
      )
    },
    take: taking(db),
    async listByPurpose({ appId, account, purpose }) {
      return (await list({ appId, account, purpose })).map(codes.load)
    },
    spend: spending(db, messageRoom),
  }
}

/** For each method its event, its failure and its try: the first two look at what the last one changes. */
function taking(db: Database): CodeStore['take'] {
  const { exhaust, fail, take } = codeSteps(db)
  const countNobody = failureCounting(db)
  const stepsFor = (given: CodeAttempt, method: CodeMethod) => {
    const one = { ...given, method }
    return [exhaust(one, given.exhausted(method)), fail(one), take(one)]
  }
  return async (given) => {
    const { appId, nobody, methods, at } = given
    const steps = methods.flatMap((method) => stepsFor(given, method))
    // A user who is removed at this moment has no code to try any more.
    const counts = await db.counted([...steps, countNobody({ appId, account: nobody, at })], 'failures_owner')
    return methods.filter((_, index) => counts[3 * index + 2] === 1)
  }
}

/** The code goes first: of several who spend it at once, all but one find it gone. */
function spending(db: Database, messageRoom: number): CodeStore['spend'] {
  const { spend } = codeSteps(db)
  const { clear } = failureClearing(db)
  const findEffect = codeEffects(db)
  const insertEvent = eventInsert(db)
  const insertMessage = messageInsert(db, messageRoom)
  return async (spent) => {
    const steps = [
      demanded(spend({ ...spent.code, failures: spent.failures, at: spent.at })),
      clear(spent.code),
      ...findEffect(spent),
      ...spent.events.map(insertEvent),
      ...spent.tasks.map(insertMessage),
    ]
    return (await db.atomically(steps, spendRefusals)) ?? true
  }
}

const spendRefusals = {
  codes_missing: false,
  contacts_missing: false,
  contacts_owner: false,
  contacts_address_key: false,
  names_missing: false,
  names_owner: false,
  users_missing: false,
} as const

function codeEffects(db: Database): (spent: SpentCode) => Step[] {
  const contacts = contactSteps(db)
  const removals = codeRemovals(db)
  const removeAccess = accessRemoval(db)
  const { raiseFrom } = epochSteps(db)
  return ({ code, effect, at }) => {
    if (effect === undefined) return []
    if ('verifies' in effect) {
      const contact = { ...effect.verifies, at }
      return [
        contacts.removeReplaced(contact),
        contacts.take(contact),
        demanded(contacts.verify(contact)),
        contacts.claim(contact),
        removals.removeOthersOfMethod(code),
      ]
    }
    if ('adopts' in effect) return [contacts.put(effect.adopts), contacts.claim(effect.adopts)]
    const { recovers: contact, tokenEpoch } = effect
    return [
      demanded(raiseFrom({ ...contact, tokenEpoch })),
      ...removeAccess(contact),
      contacts.put(contact),
      contacts.claim(contact),
      removals.removeOthers(code),
    ]
  }
}

const listCodes = (db: Database) =>
  prepareRead(db, ({ appId, account, purpose }: Pick<Code, 'appId' | 'account' | 'purpose'>) =>
    db.query
      .selectFrom('codes')
      .select(codes.columns)
      .where('app_id', '=', appId)
      .where('account', '=', account)
      .where('purpose', '=', purpose),
  )
