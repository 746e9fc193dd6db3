import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)

/**
 * States the rules of Open Badges 3.0 for an AchievementCredential that uses these parts of it: our
 * own JSON Schema, written from the data model of the specification
 * (https://www.imsglobal.org/spec/ob/v3p0/, appendix B), because the license of 1EdTech's schema
 * lets only registered users pass it on. It was compared with theirs, mostly by reading; objects
 * are closed here, so that misspelled properties are found.
 */
const uri = { type: 'string', format: 'uri' }
const instant = { type: 'string', format: 'date-time', pattern: '(Z|[+-]\\d\\d:\\d\\d)$' }
const text = { type: 'string', minLength: 1 }

function types(...names: string[]) {
  return {
    type: 'array',
    uniqueItems: true,
    allOf: names.map((name) => ({ contains: { const: name } })),
  }
}

function object(required: Record<string, unknown>, optional: Record<string, unknown> = {}) {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  }
}

const identityTypes = [
  'name',
  'sourcedId',
  'systemId',
  'productId',
  'userName',
  'accountId',
  'emailAddress',
  'nationalIdentityNumber',
]

const context = {
  type: 'array',
  minItems: 2,
  prefixItems: [
    { const: 'https://www.w3.org/ns/credentials/v2' },
    {
      type: 'string',
      pattern: '^https://purl\\.imsglobal\\.org/spec/ob/v3p0/context-3\\.0\\.\\d\\.json$',
    },
  ],
}

const controllerContext = {
  type: 'array',
  prefixItems: [{ const: 'https://www.w3.org/ns/did/v1' }],
  contains: context.prefixItems[1],
}

const profile = { id: uri, type: types('Profile') }
const profileMore = {
  name: text,
  url: uri,
  email: { type: 'string', format: 'email' },
  description: text,
}
/** W3C Controlled Identifiers 1.0, in addition to Open Badges. */
const controller = {
  verificationMethod: {
    type: 'array',
    minItems: 1,
    items: object({
      id: uri,
      type: { const: 'Multikey' },
      controller: uri,
      publicKeyMultibase: { type: 'string', pattern: '^z(6Mk|Dna)[1-9A-HJ-NP-Za-km-z]+$' },
    }),
  },
  assertionMethod: { type: 'array', minItems: 1, items: uri },
}
const achievement = {
  id: uri,
  type: types('Achievement'),
  name: text,
  description: text,
  criteria: object({}, { id: uri, narrative: text }),
}
const achievementMore = {
  image: object({ id: uri, type: { const: 'Image' } }, { caption: text }),
  achievementType: {
    enum: ['Achievement', 'Badge', 'Certificate', 'Course', 'Diploma', 'LearningProgram'],
  },
  creditsAvailable: { type: 'number' },
  tag: { type: 'array', items: text },
  alignment: {
    type: 'array',
    items: object({ type: types('Alignment'), targetName: text, targetUrl: uri }),
  },
  resultDescription: {
    type: 'array',
    items: object(
      {
        id: uri,
        type: types('ResultDescription'),
        name: text,
        resultType: { enum: ['Percent', 'Status'] },
      },
      { valueMin: text, valueMax: text },
    ),
  },
  inLanguage: { type: 'string', pattern: '^[a-z]{2,4}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\\d{3}))?$' },
}

export const profileDocument = object(
  { '@context': controllerContext, ...profile, ...controller },
  { ...profileMore, alsoKnownAs: { type: 'array', items: uri } },
)
export const achievementDocument = object({ '@context': context, ...achievement }, achievementMore)

export const achievementCredential = object(
  {
    '@context': context,
    id: uri,
    type: types('VerifiableCredential', 'OpenBadgeCredential'),
    name: text,
    issuer: object(profile, profileMore),
    validFrom: instant,
    credentialSubject: object(
      { type: types('AchievementSubject'), achievement: object(achievement, achievementMore) },
      {
        id: uri,
        result: {
          type: 'array',
          items: object(
            { type: types('Result'), resultDescription: uri },
            { value: text, status: { const: 'Completed' } },
          ),
        },
        identifier: {
          type: 'array',
          items: object({
            type: { const: 'IdentityObject' },
            hashed: { type: 'boolean' },
            identityHash: text,
            identityType: { enum: identityTypes },
          }),
        },
      },
    ),
  },
  {
    awardedDate: instant,
    validUntil: instant,
    evidence: {
      type: 'array',
      items: object({ id: uri, type: types('Evidence'), name: text }),
    },
    proof: {
      type: 'array',
      items: object({
        type: { const: 'DataIntegrityProof' },
        cryptosuite: { const: 'eddsa-rdfc-2022' },
        created: instant,
        verificationMethod: uri,
        proofPurpose: { const: 'assertionMethod' },
        proofValue: { type: 'string', pattern: '^z[1-9A-HJ-NP-Za-km-z]+$' },
      }),
    },
    credentialSchema: {
      type: 'array',
      contains: object({
        id: {
          const:
            'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json',
        },
        type: { const: '1EdTechJsonSchemaValidator2019' },
      }),
    },
    // W3C Bitstring Status List v1.0, 2.1.
    credentialStatus: object({
      id: uri,
      type: { const: 'BitstringStatusListEntry' },
      statusPurpose: { enum: ['revocation', 'suspension', 'refresh', 'message'] },
      statusListIndex: { type: 'string', pattern: '^(0|[1-9]\\d*)$' },
      statusListCredential: uri,
    }),
  },
)

/** W3C Bitstring Status List v1.0, 2.2. */
export const statusListCredential = object(
  {
    '@context': { type: 'array', prefixItems: [{ const: 'https://www.w3.org/ns/credentials/v2' }] },
    type: types('VerifiableCredential', 'BitstringStatusListCredential'),
    issuer: uri,
    credentialSubject: object(
      {
        type: { const: 'BitstringStatusList' },
        statusPurpose: { const: 'revocation' },
        encodedList: { type: 'string', pattern: '^u[\\w-]+$' },
      },
      { id: uri, ttl: { type: 'integer', minimum: 1 } },
    ),
  },
  { id: uri, validFrom: instant, validUntil: instant },
)

/** Returns what the schema finds wrong; empty if nothing. */
export function faultsOf(schema: object, document: object): string {
  const validate = ajv.compile(schema)
  return validate(document) ? '' : ajv.errorsText(validate.errors)
}
