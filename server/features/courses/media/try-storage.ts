import { type MediaStorage, StorageUnavailable } from '../../../adapters/file-storage/types.ts'
import { newMediaName } from './store-media.ts'

/** Writes, reads and removes a file. Rejects with StorageUnavailable. */
export async function tryMediaStorage(
  media: Pick<MediaStorage, 'write' | 'read' | 'remove'>,
): Promise<void> {
  const name = newMediaName()
  await media.write(name, onePiece(Buffer.from(name)))
  const pieces: Uint8Array[] = []
  for await (const piece of (await media.read(name)) ?? []) pieces.push(piece)
  await media.remove(name)
  if (Buffer.concat(pieces).toString() !== name)
    throw new StorageUnavailable('the file read differs from the file written')
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
