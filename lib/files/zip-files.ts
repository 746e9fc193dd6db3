import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export type FileToZip = {
  /** Path relative to the top of the zip. */
  name: string
} & (
  | { content: Buffer }
  /** Opens content that is too large to hold. */
  | { size: number; open: () => Promise<AsyncIterable<Uint8Array>> }
)

/**
 * Zips the files in their order, while the zip is read. The same files give the same bytes,
 * everywhere and at any time.
 */
export function zipFiles(files: AsyncIterable<FileToZip>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  zip.on('error', (error: Error) => output.destroy(error))
  // Paces what is read from the zip, whose own stream takes everything.
  writeAll(zip, files, output).catch((error: Error) => output.destroy(error))
  return output
}

async function writeAll(
  zip: ZipFile,
  files: AsyncIterable<FileToZip>,
  output: PassThrough,
): Promise<void> {
  for await (const file of files) {
    if (output.destroyed) return
    if ('content' in file) zip.addBuffer(file.content, file.name, entryOptions())
    else await addStream(zip, file, output)
    if (output.writableNeedDrain) await drainOf(output)
  }
  zip.end()
}

/** Resolves once all of the file is in the zip, or nobody reads the zip any more. */
async function addStream(
  zip: ZipFile,
  { name, size, open }: Extract<FileToZip, { size: number }>,
  output: PassThrough,
): Promise<void> {
  const source = Readable.from(await open(), { objectMode: false })
  const leave = () => source.destroy()
  output.on('close', leave)
  const ended = new Promise<void>((resolve, reject) => {
    source.on('close', resolve).on('error', reject)
  })
  zip.addReadStream(source, name, { ...entryOptions(), size })
  await ended.finally(() => output.off('close', leave))
}

/** Resolves when there is room again, or the reader has gone away. */
function drainOf(output: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      output.off('drain', done).off('close', done)
      resolve()
    }
    output.on('drain', done).on('close', done)
  })
}

function entryOptions() {
  return {
    // Stores uncompressed: bytes of Deflate depend on the version of zlib and the processor.
    compress: false,
    // Uses a local time, because a zip has no time zones.
    mtime: new Date(2000, 0, 1),
    forceDosTimestamp: true,
    mode: 0o100644,
  }
}
