/** Address of a repository. */
export interface GitAddress {
  /** URL by https, without user and password. */
  url: string
  /** Branch; null for the repository's own default. */
  branch: string | null
  /** A token, or `user:password`; null for a public repository. */
  credential: string | null
}

export interface GitLimits {
  /** How long a fetch may take. */
  milliseconds: number
  /** Bytes that it may occupy on the disk. */
  diskBytes: number
  files: number
}

export interface GitFile {
  /** Kind of entry; a link or a submodule is only named, never followed. */
  kind: 'file' | 'link' | 'submodule'
  size: number
}

/** The newest commit of a branch, on this machine. Dispose of it, or it stays on the disk. */
export interface GitTip extends AsyncDisposable {
  commit: string
  /** First line of its message. */
  subject: string
  /** Files by their paths from the root of the repository. */
  files: ReadonlyMap<string, GitFile>
  /** Reads a file that fits into memory: look at its size first. */
  read(path: string): Promise<Buffer>
  open(path: string): AsyncIterable<Uint8Array>
  /**
   * Returns the files renamed since an older commit, from old paths to new ones; undefined if the
   * host no longer serves that commit.
   */
  renamesSince(commit: string): Promise<ReadonlyMap<string, string> | undefined>
}

export interface Git {
  /** Returns the id of the newest commit, without fetching it. @throws GitFault */
  findTip(address: GitAddress): Promise<string>
  /** @throws GitFault */
  fetchTip(address: GitAddress): Promise<GitTip>
}

/** Reasons why a repository cannot be read: what is wrong, and what to do. */
const gitFaults = {
  missing:
    'git is not installed where this service runs, or is too old: install version 2.37 or later',
  address: 'this is no address of a repository: give one that begins with https://',
  branchName: 'this is no name of a branch',
  inner: 'the address leads into a private network: give one that is public',
  unknownHost: 'there is no such host: check the address',
  redirected:
    'the host answers with a redirect: give the address it leads to; often it ends with .git',
  refused: 'the host refuses: give a credential that may read the repository',
  notFound: 'there is no such repository, or the credential may not read it',
  notGit: 'there is no git repository at this address: give the one that "git clone" takes',
  branch: 'there is no such branch, or the repository is empty',
  sha256: 'the repository names its objects by SHA-256: use one that names them by SHA-1',
  certificate: 'the certificate of the host is not trusted: have it renewed',
  tooSlow: 'the repository did not arrive in time: make it smaller if that goes on',
  tooLarge: 'the repository is too large: move the course into one of its own',
  tooManyFiles: 'the repository has too many files: move the course into one of its own',
  broken: 'the repository has damaged or forbidden objects: run "git fsck" on it',
  unreachable: 'the host cannot be reached, or broke off: check that it is up',
} as const

export type GitFaultReason = keyof typeof gitFaults

const transient: readonly GitFaultReason[] = [
  'missing',
  'unknownHost',
  'certificate',
  'tooSlow',
  'unreachable',
]

/** An error whose message holds nothing from the repository or its host. */
export class GitFault extends Error {
  override readonly name = 'GitFault'
  readonly reason: GitFaultReason

  constructor(reason: GitFaultReason, options?: ErrorOptions) {
    super(gitFaults[reason], options)
    this.reason = reason
  }

  /** Whether a later try may succeed. */
  get isTransient(): boolean {
    return transient.includes(this.reason)
  }
}
