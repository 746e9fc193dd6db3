const maxPathLength = 300
/** The length limit of a name in the usual file systems, in bytes. */
const maxPartBytes = 255
/** Names that Windows reserves for devices, whatever follows the dot. */
const reserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/iu
/** Control characters, and those that turn a text's direction: a name must show what it is. */
const unreadable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

/**
 * Says what is wrong with the path of a file from its course's root, to be read after its name;
 * undefined for a good one. A good one is a file of the same name in every file system and zip.
 */
export function faultOfPath(path: string): string | undefined {
  if (path === '') return 'is empty: name the file'
  if (path.length > maxPathLength) return `is longer than ${maxPathLength} characters: shorten it`
  if (unreadable.test(path)) return 'holds a character that cannot be read: remove it'
  if (path !== path.normalize('NFC')) return 'is not in Unicode normal form C: normalize it'
  if (/[\\:]/u.test(path))
    return 'holds a backslash or a colon: leave it out, and use / for folders'
  if (path.startsWith('/')) return 'begins with /: paths begin at the root of the course'
  const parts = path.split('/')
  if (parts.includes('')) return 'has an empty part: use one / between folders, and none at the end'
  if (parts.some((part) => part.startsWith('.')))
    return 'has a part that begins with a dot: leave it out'
  if (parts.some((part) => /^ |[ .]$/u.test(part)))
    return 'has a part that begins with a space or ends with a space or dot: leave it out'
  if (parts.some((part) => Buffer.byteLength(part) > maxPartBytes))
    return `has a part longer than ${maxPartBytes} bytes, which no file system takes: shorten it`
  if (parts.some((part) => reserved.test(part)))
    return 'has a part with a name that Windows keeps for devices: rename it'
  if (parts.length === 1 && /\.md$/iu.test(path))
    return 'would be a lesson: put Markdown files into a folder'
  if (/^(?:course|lyceum|keys)\.yaml$/iu.test(path))
    return 'has the name of a file that describes a course: put it into a folder, or rename it'
  return undefined
}

/** Folds a path: equal results would be one file on systems that ignore case. */
export function foldPath(path: string): string {
  return path.toLowerCase()
}

/** Two paths that no folder can hold together. */
export interface Twins {
  path: string
  twin: string
}

/**
 * Finds the stored paths that cannot stand beside a given one: they differ only in case, or one is
 * a folder of the other.
 */
export function findTwins(given: readonly string[], stored: readonly string[]): Twins[] {
  // Names the first of several: later entries of a map win.
  const last = given.toReversed()
  const files = new Map(last.map((path) => [foldPath(path), path]))
  const folders = new Map(
    last.flatMap((path) => foldersOf(foldPath(path)).map((folder) => [folder, path])),
  )
  return stored.flatMap((twin) => {
    const folded = foldPath(twin)
    const same = files.get(folded)
    const path =
      (same === twin ? undefined : same) ??
      folders.get(folded) ??
      foldersOf(folded).flatMap((folder) => files.get(folder) ?? [])[0]
    return path === undefined ? [] : [{ path, twin }]
  })
}

/** Describes the fault of a path beside its twin, to be read after its name. */
export function faultOfTwin({ path, twin }: Twins): string {
  const advice = 'give one of them a different name'
  if (foldPath(path) === foldPath(twin)) return `differs from ${twin} in case only: ${advice}`
  return path.length < twin.length
    ? `is the folder of ${twin}: ${advice}`
    : `lies in a folder with the name of the file ${twin}: ${advice}`
}

/** Returns the folders that a path lies in, outermost first. */
export function foldersOf(path: string): string[] {
  return Array.from(path.matchAll(/\//gu), ({ index }) => path.slice(0, index))
}

/** Returns the file's name within its folder. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
