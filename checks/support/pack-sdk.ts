import { join } from 'node:path'
import { root, run } from './programs.ts'

/** Packs the SDK into the folder as it is published; returns the file. */
export async function packSdk(folder: string): Promise<string> {
  const args = ['pack', '--json', '--pack-destination', folder]
  const printed = await run('npm', args, join(root, 'client-sdk'))
  const [packed] = JSON.parse(printed) as { filename: string }[]
  if (packed === undefined) throw new Error('npm packed nothing.')
  return join(folder, packed.filename)
}
