import type { Branding } from '../../../../../content/branding/branding.ts'
import { distinctionOf } from '../../../../../content/branding/distinction.ts'
import { resultsOf, sentencesOf } from '../../../../../content/certificates/printed-facts.ts'
import { type CourseTerms, readSkill } from '../../../../../content/course-fields.ts'
import type { CourseKind } from '../../../../../content/course-values.ts'
import type { CertificateRow } from '../../../../../db/queries/learning/certificates.ts'
import { dayOf, writtenIn } from '../../../../../lib/lists/periods.ts'
import type { Deps } from '../../../../context.ts'
import { type CertificateWording, certificateTextsFor } from '../../../../texts/texts.ts'
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
export const contexts = ['https://www.w3.org/ns/credentials/v2', openBadgesContext]

const multikeyContext = 'https://w3id.org/security/multikey/v1'
/** Begins with the one by which verifiers recognize key documents. */
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
  { branding, ...course }: AchievedTerms & { branding: Branding },
) {
  const { timeZone } = ctx.config
  const days = daysOn(certificate, timeZone)
  const wording = certificateTextsFor(certificate.language)
  const url = achievementUrlOf(ctx, certificate.versionId)
  const results = achievedResults(url, certificate, wording)
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
        ...achievementOf(ctx, {
          ...course,
          ...certificate,
          title: certificate.courseTitle,
          kind: certificate.courses === null ? 'course' : 'program',
        }),
        criteria: { narrative: narrativeOf(certificate, { branding, wording }) },
        ...(results.length > 0 && {
          resultDescription: results.map(({ description }) => description),
        }),
      },
      ...(results.length > 0 && { result: results.map(({ result }) => result) }),
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

/** Returns the facts in percent, and each course of a program as completed. */
function achievedResults(url: string, certificate: CertifiedRow, { words }: CertificateWording) {
  const grades = resultsOf(certificate).map(({ name, basisPoints }) => ({
    description: {
      id: `${url}#${name}`,
      type: ['ResultDescription'],
      name: words[name],
      resultType: 'Percent',
      valueMin: '0',
      valueMax: '100',
    },
    result: {
      type: ['Result'],
      resultDescription: `${url}#${name}`,
      value: String(basisPoints / 100),
    },
  }))
  const courses = (certificate.courses ?? []).map((title, index) => {
    const id = `${url}#course-${index + 1}`
    return {
      description: { id, type: ['ResultDescription'], name: title, resultType: 'Status' },
      result: { type: ['Result'], resultDescription: id, status: 'Completed' },
    }
  })
  return [...grades, ...courses]
}

/** Returns what else the paper says: courses, facts, distinction, signatories and small print. */
function narrativeOf(
  certificate: CertifiedRow,
  { branding, wording }: { branding: Branding; wording: CertificateWording },
): string {
  const { courses } = certificate
  const { words } = wording
  const distinction = distinctionOf(branding, certificate.grade)
  const signatories = branding.signatures.map(({ name, title }) => `${name}, ${title}`)
  return [
    courses === null ? words.criterion : words.programCriterion,
    ...(courses === null ? [] : [`${words.courses}: ${courses.join('; ')}`]),
    ...sentencesOf(certificate, wording),
    ...(distinction === undefined ? [] : [distinction]),
    ...(signatories.length === 0 ? [] : [`${words.signatures}: ${signatories.join('; ')}`]),
    ...branding.lines,
  ].join('\n\n')
}

/** The terms of the version that its achievement states. */
type AchievedTerms = Pick<CourseTerms, 'summary' | 'tags' | 'credits' | 'skills'>

export interface AchievedCourse extends AchievedTerms {
  versionId: string
  kind: CourseKind
  title: string
  language: string
}

/** Returns the achievement of completing a version of a course. */
export function achievementOf(ctx: Urls, course: AchievedCourse) {
  const { versionId, kind, language, tags, credits, skills } = course
  const { words } = certificateTextsFor(language)
  return {
    id: achievementUrlOf(ctx, versionId),
    type: ['Achievement'],
    achievementType: kind === 'program' ? 'LearningProgram' : 'Course',
    name: course.title,
    description: course.summary,
    image: { id: `${achievementUrlOf(ctx, versionId)}/badge.png`, type: 'Image' },
    criteria: { narrative: kind === 'program' ? words.programCriterion : words.criterion },
    inLanguage: languageOf(language),
    ...(credits !== null && { creditsAvailable: credits }),
    ...(tags.length > 0 && { tag: tags }),
    ...(skills.length > 0 && { alignment: skills.map(alignmentOf) }),
  }
}

/** Returns a skill as the entry of a framework that it names. */
function alignmentOf(skill: string) {
  const { name, url } = readSkill(skill)
  return { type: ['Alignment'], targetName: name, targetUrl: url }
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

export interface Issuer {
  /** The URL of its document. */
  id: string
  name: string
}

/**
 * Returns an issuer of certificates, as a document of its own, with the keys that sign for it: a
 * controlled identifier document (W3C, CID 1.0). Earlier proofs name keys in it by `#`.
 */
export function issuerDocumentOf(ctx: Signers, { id, name }: Issuer) {
  const keys = [...keysOf(ctx, id, verificationMethodOf), ...keysOf(ctx, id, partOf)]
  return {
    '@context': [...controllerContexts, openBadgesContext],
    id,
    ...(id === issuerUrlOf(ctx) && { alsoKnownAs: [didOf(ctx)] }),
    type: ['Profile'],
    name,
    url: ctx.config.publicUrl,
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
