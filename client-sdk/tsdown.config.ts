import { defineConfig, type UserConfig } from 'tsdown'

const entries = ['index', 'credentials', 'evidence', 'inputs', 'offline', 'query', 'staff-values']
const shared: UserConfig = { target: 'es2022', clean: false }

/** Builds each entry for itself, so that none shares a file with another. */
export default defineConfig([
  ...[...entries, 'values', 'webhooks'].map<UserConfig>((entry) => ({
    ...shared,
    entry: [`src/${entry}.ts`],
    format: ['esm', 'cjs'],
    dts: true,
    platform: 'neutral',
  })),
  { ...shared, entry: ['src/bin/lyceum-sdk.ts'], format: 'esm', dts: false, platform: 'node' },
])
