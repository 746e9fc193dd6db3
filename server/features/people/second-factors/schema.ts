import { z } from 'zod'
import { secondFactorKinds } from '../../../../db/schema/people/second-factors.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  lenientObject,
  named,
  namedInput,
  rawText,
  text,
} from '../../../../lib/schema.ts'
import { proofFields, requireProof } from '../../platform/proof/schema.ts'

const exampleTicket = 'AQABq83vASNFZ4mrze8BI0VniavN7wEjRWeJq83v'
const ticket = field(rawText(4_000).min(20), 'The ticket of the step before', exampleTicket)
const exampleCode = '492039'
const name = field(text(60), 'Tells it from your others', 'Phone')

/** The form of WebAuthn's `toJSON()`, to which browsers add members as the standard grows. */
const encoded = field(rawText(8_000).min(1), 'In base64url', 'q83vASNFZ4mrze8B')
const extensions = z
  .record(rawText(100), z.unknown())
  .optional()
  .meta({ examples: [{}] })
const answered = { id: encoded, rawId: encoded, type: z.literal('public-key') }

export const PasskeyUse = lenientObject({
  ...answered,
  response: lenientObject({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
  }),
  clientExtensionResults: extensions,
}).meta({ description: 'What `navigator.credentials.get()` returned, as JSON' })

const NewPasskey = lenientObject({
  ...answered,
  response: lenientObject({ clientDataJSON: encoded, attestationObject: encoded }),
  clientExtensionResults: extensions,
}).meta({ description: 'What `navigator.credentials.create()` returned, as JSON' })

const options = (of: string) =>
  z.record(z.string(), z.unknown()).meta({
    description: `Give it to \`navigator.credentials.${of}()\`, from JSON`,
    examples: [{ challenge: 'q83vASNFZ4mrze8BI0VniQ', rpId: 'learn.example.org' }],
  })

export const SecondFactor = named('SecondFactor', 'What you sign in with besides your password', {
  id: field(Id, 'Id of the factor', exampleIds.identity),
  kind: z.enum(secondFactorKinds).describe('totp: an app that says codes'),
  name,
  createdAt: Instant.describe('When you added it'),
  lastUsedAt: Instant.nullable().describe('When you last signed in with it; null for never'),
})
export type SecondFactor = z.infer<typeof SecondFactor>

const listed = {
  items: z.array(SecondFactor).describe('Oldest first'),
  recoveryCodesLeft: field(z.int().min(0), 'Codes that are not used yet', 10),
  isRequired: z.boolean().describe('Whether the school asks your role for one'),
}

export const SecondFactors = named('SecondFactors', 'Your second factors', listed)
export type SecondFactors = z.infer<typeof SecondFactors>

const recoveryCodes = field(
  z.array(z.string()),
  'Each signs you in once, when you have nothing else. Shown this once',
  ['h4kp-w9td-2mxz-c7rb'],
)

export const SecondFactorAdded = named('SecondFactorAdded', 'Your second factors, with a new one', {
  ...listed,
  recoveryCodes: recoveryCodes.nullable().describe('With the first factor; null after'),
})
export type SecondFactorAdded = z.infer<typeof SecondFactorAdded>

export const RecoveryCodes = named('RecoveryCodes', 'New codes, which end those from before', {
  recoveryCodes,
})
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

const proof = { id: 'SecondFactorProofInput', description: 'Proof that it is you' }
export const ProofInput = requireProof(z.strictObject(proofFields)).meta({
  ...proof,
  examples: [{ password: 'correct horse battery staple' }],
})

export const TotpStart = named('TotpStart', 'An app to be added', {
  secret: field(z.string(), 'To type into the app', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
  otpauthUrl: field(
    z.string(),
    'The same for apps',
    'otpauth://totp/Lyceum:ada@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Lyceum',
  ),
  qrCode: field(z.string(), 'The same as a picture (SVG)', '<svg xmlns="…"></svg>'),
  ticket,
  expiresAt: Instant.describe('Until when the ticket can be used'),
})
export type TotpStart = z.infer<typeof TotpStart>

export const ConfirmTotpInput = namedInput('ConfirmTotpInput', 'The first code of the app', {
  ticket,
  name,
  code: field(text(20), 'What the app says', exampleCode),
})
export type ConfirmTotpInput = z.infer<typeof ConfirmTotpInput>

export const PasskeyStart = named('PasskeyStart', 'A passkey to be added', {
  options: options('create'),
  ticket,
  expiresAt: Instant.describe('Until when the ticket can be used'),
})
export type PasskeyStart = z.infer<typeof PasskeyStart>

export const ConfirmPasskeyInput = namedInput('ConfirmPasskeyInput', 'The new passkey', {
  ticket,
  name,
  passkey: NewPasskey,
})
export type ConfirmPasskeyInput = z.infer<typeof ConfirmPasskeyInput>

export const RemoveSecondFactorInput = requireProof(
  z.strictObject({
    factorId: field(IdInPath, 'Id of the factor', exampleIds.identity),
    ...proofFields,
  }),
).meta({ id: 'RemoveSecondFactorInput', description: 'The factor, and proof that it is you' })
export type RemoveSecondFactorInput = z.infer<typeof RemoveSecondFactorInput>

export const SecondFactorInput = z
  .strictObject({
    challenge: field(
      rawText(4_000).min(20),
      '`facts.challenge` of the SecondFactorRequired that you got',
      exampleTicket,
    ),
    code: field(text(40).optional(), 'What the app says, or a recovery code', exampleCode),
    passkey: PasskeyUse.optional(),
  })
  .refine(({ code, passkey }) => code !== undefined || passkey !== undefined, {
    path: ['code'],
    error: 'or a passkey is required',
  })
  .meta({ id: 'SecondFactorInput', description: 'The challenge, and what answers it' })
export type SecondFactorInput = z.infer<typeof SecondFactorInput>
