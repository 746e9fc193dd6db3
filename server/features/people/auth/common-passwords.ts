import { createRequire } from 'node:module'
import { minPasswordLength } from './schema.ts'

/** Often leaked, but missing from the package's list, which only has the words in them. */
const moreCommonPasswords =
  `0987654321 abcdefgh adidas123 flower123 fortnite guitar123 hotmail1 iceman12 iloveyousomuch
  jessica123 loveme123 pa$$word rockyou1 sandra12 woaini520`.split(/\s+/)

let commonPasswords: ReadonlySet<string> | undefined

/**
 * Whether the password, in lower case, is among the tens of thousands at the top of the lists of
 * leaked passwords.
 */
export function isCommonPassword(password: string): boolean {
  commonPasswords ??= loadCommonPasswords()
  return commonPasswords.has(password)
}

/** Loaded on first use: the list takes about 50 milliseconds to unpack, and five megabytes. */
export function loadCommonPasswords(): ReadonlySet<string> {
  const require = createRequire(import.meta.url)
  const { dictionary } =
    require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  const longEnough = dictionary['passwords-common'].filter(
    (password) => password.length >= minPasswordLength,
  )
  return new Set([...longEnough, ...moreCommonPasswords])
}
