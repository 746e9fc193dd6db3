import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { include: ['server/lib/markdown/*.test.ts'], testTimeout: 300_000 } })
