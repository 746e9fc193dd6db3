import type { Branding } from '../../../../../content/branding/branding.ts'
import { resultsOf, sentencesOf } from '../../../../../content/certificates/printed-facts.ts'
import type { CertificateRow } from '../../../../../db/queries/learning/certificates.ts'
import { dayOf, writtenIn } from '../../../../../lib/lists/periods.ts'
import type { Deps } from '../../../../context.ts'
import {
  achievementUrlOf,
  credentialUrlOf,
  didOf,
  issuerUrlOf,
  verificationMethodOf,
  verificationUrlOf,
} from '../code/urls.ts'
import { daysOn } from '../validity/certificate-days.ts'
import { statusEntryOf } from './status-list.ts'

const openBadgesContext = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'
const contexts = ['https://www.w3.org/ns/credentials/v2', openBadgesContext]

/** Comes first, because verifiers recognize key documents by it. */
const multikeyContext = 'https://w3id.org/security/multikey/v1'
const controllerContexts = ['https://www.w3.org/ns/did/v1', multikeyContext]

/** Defines the type of `credentialSchema`. */
export const schemaContext = 'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json'

type Urls = Pick<Deps, 'config'>

/** A certificate, without the name where that must not be told. */
export type CertifiedRow = Omit<CertificateRow, 'learnerName'> & { learnerName: string | null }

/**
 * Returns the certificate as an OpenBadgeCredential (Open Badges 3.0, a W3C Verifiable Credential
 * 2.0), with the claims that its JWT repeats.
 */
export function openBadgeOf(
  ctx: Urls,
  certificate: CertifiedRow,
  { branding, ...course }: { summary: string; branding: Branding },
) {
  const { timeZone } = ctx.config
  const days = daysOn(certificate, timeZone)
  const results = resultsOf(certificate)
  const resultUrlOf = (name: string) => `${achievementUrlOf(ctx, certificate.versionId)}#${name}`
  const issuedAt = Math.floor(certificate.issuedAt.getTime() / 1000)
  const issuer = {
    id: issuerUrlOf(ctx, certificate.issuer),
    type: ['Profile'],
    name: certificate.issuer,
    url: ctx.config.publicUrl,
  }
  const id = credentialUrlOf(ctx, certificate)
  // Identifies only the holder of this one certificate.
  const subject = `${verificationUrlOf(ctx, certificate)}#learner`
  return {
    '@context': [...contexts, schemaContext],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: certificate.courseTitle,
    issuer,
    validFrom: onDay(days.issuedOn, certificate.issuedAt, timeZone),
    ...(certificate.validUntil !== null && {
      validUntil: onDay(days.lastDay, certificate.validUntil, timeZone),
    }),
    awardedDate: onDay(days.completedOn, certificate.completedAt, timeZone),
    credentialSubject: {
      id: subject,
      type: ['AchievementSubject'],
      ...(certificate.learnerName !== null && {
        identifier: [
          {
            type: 'IdentityObject',
            hashed: false,
            identityHash: certificate.learnerName,
            identityType: 'name',
          },
        ],
      }),
      achievement: {
        ...achievementOf(ctx, { ...course, ...certificate, title: certificate.courseTitle }),
        criteria: { narrative: narrativeOf(certificate, branding) },
        ...(results.length > 0 && {
          resultDescription: results.map(({ name, title }) => ({
            id: resultUrlOf(name),
            type: ['ResultDescription'],
            name: title,
            resultType: 'Percent',
            valueMin: '0',
            valueMax: '100',
          })),
        }),
      },
      ...(results.length > 0 && {
        result: results.map(({ name, basisPoints }) => ({
          type: ['Result'],
          resultDescription: resultUrlOf(name),
          value: String(basisPoints / 100),
        })),
      }),
    },
    credentialStatus: statusEntryOf(ctx, certificate),
    credentialSchema: [
      {
        id: 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json',
        type: '1EdTechJsonSchemaValidator2019',
      },
    ],
    iss: issuer.id,
    jti: id,
    sub: subject,
    ...(certificate.validUntil !== null && {
      exp: Math.floor(certificate.validUntil.getTime() / 1000),
    }),
    nbf: issuedAt,
    iat: issuedAt,
  }
}

const criterion = 'Every required lesson of the course was completed.'

/** Returns what the paper says beside its facts: courses, signatories and small print. */
function narrativeOf(certificate: CertifiedRow, { signatures, lines }: Branding): string {
  const { courses } = certificate
  return [
    criterion,
    ...(courses === null ? [] : [`Courses of the program: ${courses.join('; ')}.`]),
    ...sentencesOf(certificate),
    ...signatures.map(({ name, title }) => `Signed by ${name}, ${title}.`),
    ...lines,
  ].join('\n\n')
}

export interface AchievedCourse {
  versionId: string
  title: string
  summary: string
  language: string
}

/** Returns the achievement of completing a version of a course. */
export function achievementOf(ctx: Urls, { versionId, title, summary, language }: AchievedCourse) {
  return {
    id: achievementUrlOf(ctx, versionId),
    type: ['Achievement'],
    achievementType: 'Course',
    name: title,
    description: summary,
    image: { id: `${achievementUrlOf(ctx, versionId)}/badge.png`, type: 'Image' },
    criteria: { narrative: criterion },
    inLanguage: languageOf(language),
  }
}

/** Returns the parts of a language tag that Open Badges allows: language, script and region. */
function languageOf(tag: string): string {
  const { language, script, region } = new Intl.Locale(tag)
  return [language, script, region].filter((part) => part !== undefined).join('-')
}

/** Returns the achievement as a document of its own. */
export function achievementDocumentOf(ctx: Urls, course: AchievedCourse) {
  return { '@context': contexts, ...achievementOf(ctx, course) }
}

type Signers = Urls & Pick<Deps, 'credentials'>

/**
 * Returns an issuer of certificates, as a document of its own, with the keys that sign for it: a
 * controlled identifier document (W3C, CID 1.0). Earlier proofs name keys in it by `#`.
 */
export function issuerDocumentOf(ctx: Signers, name = ctx.config.certificateIssuer) {
  const { publicUrl, certificateIssuer } = ctx.config
  const id = issuerUrlOf(ctx, name)
  const keys = [...keysOf(ctx, id, verificationMethodOf), ...keysOf(ctx, id, partOf)]
  return {
    '@context': [...controllerContexts, openBadgesContext],
    id,
    ...(name === certificateIssuer && { alsoKnownAs: [didOf(ctx)] }),
    type: ['Profile'],
    name,
    url: publicUrl,
    verificationMethod: keys,
    assertionMethod: keys.map((key) => key.id),
  }
}

/** Returns a key of the issuer as a document of its own; undefined if there is none. */
export function keyDocumentOf(ctx: Signers, issuer: string, kid: string) {
  const address = verificationMethodOf(issuer, kid)
  const key = keysOf(ctx, issuer, verificationMethodOf).find(({ id }) => id === address)
  return key && { '@context': multikeyContext, ...key }
}

/** Returns the school as a DID document (W3C, did:web): the issuer, for wallets that want a DID. */
export function didDocumentOf(ctx: Signers) {
  const id = didOf(ctx)
  const keys = keysOf(ctx, id, partOf)
  return {
    '@context': controllerContexts,
    id,
    alsoKnownAs: [issuerUrlOf(ctx)],
    verificationMethod: keys,
    assertionMethod: keys.map((key) => key.id),
  }
}

function keysOf(
  { credentials }: Signers,
  controller: string,
  addressOf: (controller: string, kid: string) => string,
) {
  return credentials.multikeys.map(({ kid, publicKeyMultibase }) => ({
    id: addressOf(controller, kid),
    type: 'Multikey',
    controller,
    publicKeyMultibase,
  }))
}

function partOf(document: string, kid: string): string {
  return `${document}#${kid}`
}

/**
 * Returns an instant with an offset at which it falls on the day that the paper states; in whole
 * seconds, because the claims of the JWT are and the two must agree.
 */
function onDay(day: string | null, instant: Date, timeZone: string): string {
  const at = new Date(Math.floor(instant.getTime() / 1000) * 1000)
  // Ends with zones that reach every day that it is anywhere: the school may have moved since.
  const zones = [timeZone, 'UTC', '+14:00', '-12:00']
  return writtenIn(zones.find((zone) => dayOf(at, zone) === day) ?? 'UTC', at)
}
