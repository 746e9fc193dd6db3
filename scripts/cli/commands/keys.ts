import type { CommandEntry } from '../command-entry.ts'

const actions = () => import('../actions/keys.ts')

export const keysCommands: CommandEntry = {
  name: 'keys',
  about: 'Creates, lists, rotates and prunes the keys of the service.',
  examples: ['create', 'rotate', 'prune'],
  commands: [
    {
      name: 'create',
      about:
        'Creates the keys that sign logins and protect passwords and codes, in the file KEYS_FILE ' +
        '(DATA_DIR/keys/keys.json), readable by its owner only. Never replaces an existing file: ' +
        'without its keys nobody can log in any more. Keep a copy in a safe place.',
      examples: ['', 'KEYS_FILE=/etc/lyceum/keys.json npm run lyceum -- keys create'],
      run: async () => (await actions()).createKeysFile,
      opensItself: true,
    },
    {
      name: 'list',
      about:
        'Lists the keys without their secrets: those in use, former ones that are still valid, and ' +
        'those to be used next.',
      run: async () => (await actions()).listKeys,
      opensItself: true,
    },
    {
      name: 'rotate',
      about:
        'Adds a new signing key. Running servers read and publish it within seconds, and sign ' +
        'with it after the delay; tokens signed with the old key stay valid. Remove the old key' +
        ' later with `keys prune`.',
      options: [
        [
          '--pepper',
          'rotate the password pepper instead; each password moves to the new one at its next login',
        ],
        ['--codes', 'rotate the key of one-time codes instead'],
        [
          '--credentials',
          'rotate the key that signs credentials instead; the old one stays published forever',
        ],
        [
          '--after <duration>',
          'delay before the new key is used, so that every process and every cache of the published ' +
            'keys knows it',
          { default: '10m' },
        ],
        [
          '--compromised',
          'the old key has leaked: replace it at once. All users are logged out, and open codes are ' +
            'void. Peppers and credential keys cannot be replaced: what they made could no longer be ' +
            'checked',
          { conflicts: ['pepper', 'credentials'] },
        ],
      ],
      care: { asks: askToReplace, word: 'replace' },
      examples: ['', '--pepper', '--compromised --dry-run', '--compromised'],
      run: async () => (await actions()).rotateKeys,
    },
    {
      name: 'adopt',
      about:
        'Goes on with the keys of KEYS_FILE because those that the data was written with are lost ' +
        'for good. Everybody is logged out and sets a new password by mail; secrets of webhooks ' +
        'and repositories have to be set anew.',
      care: {
        asks: () => 'Go on with these keys? Passwords are taken away, and everybody is logged out.',
        word: 'adopt',
      },
      examples: ['--dry-run', ''],
      run: async () => (await actions()).adoptOtherKeys,
      acceptsOtherKeys: true,
    },
    {
      name: 'prune',
      about:
        'Removes former keys that are no longer needed: signing keys once the last session from ' +
        'their time has ended, peppers once no password is stored with them, keys of codes ' +
        'once the last code has expired.',
      run: async () => (await actions()).pruneKeys,
    },
  ],
}

function askToReplace({ compromised, codes }: { compromised?: true; codes?: true }) {
  if (!compromised) return undefined
  return codes
    ? 'Replace the key for codes at once? Open codes become void.'
    : 'Replace the key for signing at once? Everybody is logged out.'
}
