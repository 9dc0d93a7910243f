import { zeroAaguid } from '../../core/model/aaguids/aaguid.ts'
import type { Metadata, Statement } from '../../core/model/aaguids/metadata.ts'
import type { Blob, Model } from './blob.ts'
import { findCertification, findCompromiseReport, listEffectiveReports } from './status.ts'

type Lookups = Pick<Metadata, 'trustAnchors' | 'findStatement' | 'listed'>
type FidoModel = Model & { aaguid: string }

/** Looks up models in the list that is in use at the time, by the status at that time. */
export function createLookups(current: () => Blob | undefined, now: () => number): Lookups {
  const buildIndex = remembered()
  const find = (aaguid: string) => {
    const blob = current()
    return blob && buildIndex(blob).get(aaguid)
  }
  return {
    trustAnchors(format, aaguid) {
      if (format === 'fido-u2f' && aaguid === zeroAaguid) return u2fAnchors(current(), now())
      const model = find(aaguid)
      return model && findCompromiseReport(model.reports, now()) === undefined ? model.anchors : []
    },
    findStatement(aaguid) {
      const model = find(aaguid)
      return model && statement(model, now())
    },
    listed: () => [...(current()?.models ?? [])].filter(hasAaguid).map((model) => statement(model, now())),
  }
}

const hasAaguid = (model: Model): model is FidoModel => model.aaguid !== undefined

/** An index for each list. */
function remembered() {
  const indexes = new WeakMap<Blob, Map<string, FidoModel>>()
  return (blob: Blob) => {
    const index = indexes.get(blob) ?? new Map(blob.models.filter(hasAaguid).map((model) => [model.aaguid, model]))
    indexes.set(blob, index)
    return index
  }
}

/**
 * U2F models have no AAGUID, so their anchors are those of all of them, except those shared with a compromised one: a
 * chain below such an anchor may be the compromised model's.
 */
function u2fAnchors(blob: Blob | undefined, at: number): Uint8Array[] {
  const models = (blob?.models ?? []).filter(({ isU2f }) => isU2f)
  const isCondemned = ({ reports }: Model) => findCompromiseReport(reports, at) !== undefined
  const text = (anchor: Uint8Array) => Buffer.from(anchor).toString('base64')
  const doubtful = new Set(models.filter(isCondemned).flatMap(({ anchors }) => anchors.map(text)))
  return models.flatMap(({ anchors }) => anchors.filter((anchor) => !doubtful.has(text(anchor))))
}

function statement(model: FidoModel, at: number): Statement {
  const { reports, anchors, isU2f, ...described } = model
  const report = findCompromiseReport(reports, at)
  const status = report === undefined ? 'good' : 'compromised'
  return {
    ...described,
    status,
    report,
    certification: findCertification(reports, at),
    reports: listEffectiveReports(reports, at),
  }
}
