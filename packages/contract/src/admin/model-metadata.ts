import { Type } from 'typebox'
import { certificationLevels, keyProtections, modelStatuses } from '../vocabulary/certification.ts'
import { choice } from '../vocabulary/choice.ts'

/** The entry of an authenticator model in the FIDO Metadata Service. */
export const ModelMetadata = Type.Object(
  {
    certification: Type.Optional(
      choice(certificationLevels, {
        description: 'The level of its FIDO certification; absent if it has none, or is compromised',
        examples: ['L1'],
      }),
    ),
    keyProtection: Type.Array(choice(keyProtections), {
      description: 'How it protects its keys',
      examples: [['hardware', 'secure_element']],
    }),
    status: choice(modelStatuses, {
      description: 'compromised: its attestations and keys are not trustworthy',
      examples: ['good'],
    }),
    report: Type.Optional(
      Type.String({ description: 'The status report that made it compromised', examples: ['REVOKED'] }),
    ),
    reports: Type.Array(
      Type.Object({
        status: Type.String({ examples: ['FIDO_CERTIFIED_L1'] }),
        effectiveDate: Type.Optional(Type.String({ description: 'YYYY-MM-DD', examples: ['2024-02-01'] })),
      }),
      { description: 'The status reports in effect, oldest first' },
    ),
  },
  { title: 'ModelMetadata', description: 'What the FIDO Metadata Service says about the model' },
)
