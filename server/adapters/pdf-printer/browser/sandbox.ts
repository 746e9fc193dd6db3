/** One way to shut the browser in, from the outside in. */
export interface SandboxLevel {
  /** For people. */
  description: string
  /** The command that the browser's own command line is appended to. */
  wrapper: readonly string[]
  /** What it means for Chromium's own arguments. */
  args: readonly string[]
}

// Belongs to no account and to none of the ranges that systemd or distributions hand out.
const unprivilegedId = 65533

/** The user that owns the browser's profile, when it is not the present one. */
export const browserUser = runsAsRoot() ? { uid: unprivilegedId, gid: unprivilegedId } : undefined

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * The levels worth trying on this machine, safest first. Those without Chromium's own sandbox are
 * among them only when the operator allows it.
 */
export function sandboxLevels({ allowNoSandbox }: { allowNoSandbox: boolean }): SandboxLevel[] {
  const surroundings = runsAsRoot() ? surroundingsOfRoot : surroundingsOfUser
  const sandboxed = surroundings.map(({ wrapper, description }) => ({
    wrapper,
    description: `${description}, Chromium's own sandbox`,
    args: [resolveNothing],
  }))
  if (!allowNoSandbox) return sandboxed

  const bare = [...surroundings, ...(runsAsRoot() ? [{ wrapper: [], description: 'as root' }] : [])]
  return [
    ...sandboxed,
    ...bare.map(({ wrapper, description }) => ({
      wrapper,
      description: `${description}, NO Chromium sandbox`,
      args: [resolveNothing, '--no-sandbox'],
    })),
  ]
}

// Addresses in figures are among the hosts that are not found.
const resolveNothing = '--host-resolver-rules=MAP * ~NOTFOUND'

const dropPrivileges = [
  'setpriv',
  `--reuid=${unprivilegedId}`,
  `--regid=${unprivilegedId}`,
  '--clear-groups',
  '--no-new-privs',
  '--',
]

const surroundingsOfRoot = [
  {
    wrapper: ['unshare', '--net', '--', ...dropPrivileges],
    description: 'unprivileged user, no network',
  },
  {
    wrapper: dropPrivileges,
    description: 'unprivileged user, network not cut off by the kernel',
  },
]

const surroundingsOfUser = [
  {
    wrapper: ['unshare', '--user', '--map-current-user', '--net', '--'],
    description: 'own user, no network',
  },
  { wrapper: [], description: 'own user, network not cut off by the kernel' },
]
