import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface FileToZip {
  /** Relative to the top of the zip. */
  name: string
  content: Buffer
}

/**
 * A zip of the files in their order, made while it is read. The same files give the same bytes,
 * everywhere and at any time.
 */
export function zipFiles(files: AsyncIterable<FileToZip>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  // The stream of a zip takes everything; only what is taken from it is paced.
  writeAll(zip, files, output).catch((error: Error) => output.destroy(error))
  return output
}

async function writeAll(
  zip: ZipFile,
  files: AsyncIterable<FileToZip>,
  output: PassThrough,
): Promise<void> {
  for await (const { name, content } of files) {
    if (output.destroyed) return
    zip.addBuffer(content, name, entryOptions())
    if (output.writableNeedDrain) await drainOf(output)
  }
  zip.end()
}

/** Whoever reads may also go away instead. */
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
    // The bytes of Deflate depend on the version of zlib and on the processor.
    compress: false,
    // A local time, because a zip has no time zones.
    mtime: new Date(2000, 0, 1),
    forceDosTimestamp: true,
    mode: 0o100644,
  }
}
