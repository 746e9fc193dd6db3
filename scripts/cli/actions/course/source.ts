import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { UsageError } from '../../command-errors.ts'
import type { Typed } from '../../operations/mirror.ts'
import { surroundings } from '../../surroundings.ts'

/** Returns no credential where it stays, and null for --no-credential. */
export async function credentialIn({ credentialFile, credential }: Typed): Promise<object> {
  if (credential === false) return { credential: null }
  if (credentialFile === undefined) return {}
  return { credential: (await readCredential(String(credentialFile))).trim() }
}

/** Never an argument: every user of the machine could read it in the list of processes. */
async function readCredential(file: string): Promise<string> {
  if (file === '-') return text(surroundings().stdin)
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The credential file ${file} cannot be read (${error.code}).`)
  })
}
