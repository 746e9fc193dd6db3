/** A way to isolate the browser. */
export interface SandboxLevel {
  /** Description for people. */
  description: string
  /** Command that starts the browser, put before the browser's own command line. */
  wrapper: readonly string[]
  /** Chromium's own arguments at this level. */
  args: readonly string[]
}

// Belongs to no account, and to no range that systemd or distributions assign.
const unprivilegedId = 65533

/** The user that owns the browser's profile, if it is not the user of this process. */
export const browserUser = runsAsRoot() ? { uid: unprivilegedId, gid: unprivilegedId } : undefined

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Returns the levels worth trying on this machine, safest first; those without Chromium's own
 * sandbox only if the operator allows them.
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

// Resolves nothing, not even IP addresses, which count as hosts.
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
