import { type GitProcess, type GitRun, startGit } from './run-git.ts'
import { GitFault } from './types.ts'

/** Reads objects one after the other through one process. */
export function createObjectReader(run: GitRun) {
  let source: { process: GitProcess; bytes: ByteReader } | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function readNow(id: string): Promise<Buffer> {
    if (source === undefined) {
      const process = startGit(['cat-file', '--batch'], run)
      source = { process, bytes: new ByteReader(process.output) }
    }
    source.process.input.write(`${id}\n`)
    const size = Number(/^\w+ \w+ (\d+)$/.exec(await source.bytes.line())?.[1] ?? Number.NaN)
    if (!Number.isSafeInteger(size)) throw new GitFault('broken')
    const bytes = await source.bytes.take(size)
    await source.bytes.take(1)
    return bytes
  }

  return {
    read: (id: string) => {
      const bytes = last.then(() => readNow(id))
      last = bytes.catch(() => undefined)
      return bytes
    },
    close: () => source?.process.kill(),
  }
}

/** Reads lines and counted bytes of a stream, in turn. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  async line(): Promise<string> {
    let text = this.#rest
    while (!text.includes(0x0a)) text = Buffer.concat([text, await this.#next()])
    const end = text.indexOf(0x0a)
    this.#rest = text.subarray(end + 1)
    return text.toString('utf8', 0, end)
  }

  async take(size: number): Promise<Buffer> {
    const parts = [this.#rest]
    let found = this.#rest.length
    while (found < size) {
      const part = await this.#next()
      parts.push(part)
      found += part.length
    }
    const all = Buffer.concat(parts)
    this.#rest = all.subarray(size)
    return all.subarray(0, size)
  }

  async #next(): Promise<Buffer> {
    const { value, done } = await this.#chunks.next()
    if (done === true) throw new GitFault('broken')
    return value
  }
}
