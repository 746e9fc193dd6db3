import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

const { asn1, pkcs12, pki, util } = forge

/** The content of a signing file, in its order. */
export interface FileContent {
  keys: KeyObject[]
  certificates: X509Certificate[]
}

/**
 * Opens a PKCS#12 file (RFC 7292) with today's ciphers or those of older Windows and macOS (3DES,
 * RC2), which OpenSSL no longer reads. Returns undefined for any other file.
 */
export function openPkcs12(
  bytes: Uint8Array,
  password: string,
): FileContent | 'wrong password' | undefined {
  const file = parse(bytes)
  if (file === undefined) return undefined

  const opened = unlock(file, password) ?? unlockInUtf8(file, password)
  if (opened === undefined) return 'wrong password'
  return unlessItThrows(() => {
    const bags = opened.safeContents.flatMap(({ safeBags }) => safeBags)
    return {
      keys: bags
        .filter(({ type }) => type === pki.oids.pkcs8ShroudedKeyBag || type === pki.oids.keyBag)
        .map((bag) => createPrivateKey({ key: derOf(bag), format: 'der', type: 'pkcs8' })),
      certificates: bags
        .filter(({ type }) => type === pki.oids.certBag)
        .map((bag) => new X509Certificate(derOf(bag))),
    }
  })
}

function unlessItThrows<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Parses a PFX of version 3, the only one. */
function parse(bytes: Uint8Array): forge.asn1.Asn1 | undefined {
  return unlessItThrows(() => {
    const file = asn1.fromDer(util.createBuffer(Buffer.from(bytes).toString('latin1')))
    const [version] = Array.isArray(file.value) ? file.value : []
    return version?.type === asn1.Type.INTEGER && version.value === '\x03' ? file : undefined
  })
}

function unlock(file: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx | undefined {
  return unlessItThrows(() => pkcs12.pkcs12FromAsn1(file, false, password))
}

/**
 * Unlocks a file with a UTF-8 password. The checksum takes it as UTF-16, today's ciphers as UTF-8,
 * and the library the same for both. Without the checksum a wrong password still fails: by the
 * padding, or by a key that fits no certificate.
 */
function unlockInUtf8(file: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx | undefined {
  const inUtf8 = util.encodeUtf8(password)
  if (inUtf8 === password || !Array.isArray(file.value)) return undefined
  return unlock({ ...file, value: file.value.slice(0, 2) }, inUtf8)
}

/** Returns the DER: the library knows keys and certificates with RSA, and keeps others as is. */
function derOf(bag: forge.pkcs12.Bag): Buffer {
  const { key, cert } = bag
  const node =
    bag.asn1 ??
    (key
      ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key))
      : cert
        ? pki.certificateToAsn1(cert)
        : undefined)
  if (node === undefined) throw new Error('the bag is empty')
  return Buffer.from(asn1.toDer(node).getBytes(), 'latin1')
}
