/** One way to isolate the browser. */
export interface SandboxLevel {
  /** For people. */
  description: string
  /** The command that starts the browser, before the browser's own command line. */
  wrapper: readonly string[]
  /** Chromium's own arguments at this level. */
  args: readonly string[]
}

// No account has it, and it is in none of the ranges that systemd or distributions assign.
const unprivilegedId = 65533

/** The user that owns the browser's profile, if it is not the user of this process. */
export const browserUser = runsAsRoot() ? { uid: unprivilegedId, gid: unprivilegedId } : undefined

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * The levels worth trying on this machine, safest first. Levels without Chromium's own sandbox are
 * included only if the operator allows them.
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

// IP addresses count as hosts, so they are not found either.
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
