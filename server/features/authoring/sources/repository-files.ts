import { type CourseFiles, type Mention, tooLarge } from '../../../../books/reading/course-files.ts'
import { mistake, quote } from '../../../../books/reading/course-folder-error.ts'
import type { GitFile, GitTip } from '../../../adapters/git/types.ts'

/** The largest file that Git LFS leaves in another's place. */
const maxPointerBytes = 1_000
const pointer = 'version https://git-lfs.github.com/spec/v1'

/**
 * Returns the files of a repository as those of a course, by path. A letter with an accent is one
 * sign or two, depending on the machine it was typed on: either names the file.
 */
export function filesOfRepository(tip: GitTip): CourseFiles {
  const spellings = new Map([...tip.files.keys()].map((path) => [path.normalize('NFC'), path]))
  const pathOf = (name: string) =>
    tip.files.has(name) ? name : (spellings.get(name.normalize('NFC')) ?? name)

  function find(name: string, { file, line }: Mention): GitFile {
    const found = tip.files.get(pathOf(name))
    if (found?.kind === 'file') return found
    throw mistake(file, line, refusalOf(name, found))
  }
  async function readBytes(name: string, { file, line }: Mention): Promise<Buffer> {
    const bytes = await tip.read(pathOf(name))
    if (bytes.length > maxPointerBytes || !bytes.toString().startsWith(pointer)) return bytes
    const advice = 'commit the file itself'
    throw mistake(file, line, `${quote(name)} lies in Git LFS, which is not fetched: ${advice}`)
  }
  return {
    labelOf: (name) => name,
    has: async (name) => tip.files.get(pathOf(name))?.kind === 'file',
    list: async () => [...tip.files.keys()].filter(isShown).sort(),
    read: async (name, { maxBytes, mention }) => {
      const { size } = find(name, mention)
      if (size > maxBytes) throw tooLarge(name, `${size} bytes`, maxBytes)
      return readBytes(name, mention)
    },
    open: async (name, mention) => {
      const { size } = find(name, mention)
      if (size <= maxPointerBytes) {
        const bytes = await readBytes(name, mention)
        return { size, bytes: oneChunk(bytes) }
      }
      return { size, bytes: tip.open(pathOf(name)) }
    },
  }
}

function refusalOf(name: string, found: GitFile | undefined): string {
  if (found?.kind === 'link') return `${quote(name)} is a link: commit the file that it leads to`
  if (found?.kind === 'submodule')
    return `${quote(name)} is a submodule, which is not fetched: commit its files`
  return `there is no such file ${quote(name)}: add it, or correct the name`
}

function isShown(name: string): boolean {
  return !name.startsWith('.') && !name.includes('/.')
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
