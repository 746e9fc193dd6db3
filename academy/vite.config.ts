import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The server of Lyceum that the development server passes calls on to. */
const server = 'http://localhost:3000'
const ownAddresses = [
  '/api',
  '/trpc',
  '/media',
  '/certificates',
  '/verify',
  '/dev',
  '/sandbox',
  '/favicon.ico',
]

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // @lyceum/sdk from its sources, as tsconfig.json says; without the paths, from the package.
  resolve: {
    tsconfigPaths: true,
    alias: {
      entities: fileURLToPath(new URL('src/markdown/entities.ts', import.meta.url)),
      // React has had the hook itself since 18.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  cacheDir: 'dist/.vite',
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // Keeps assets as files: the pages' policy allows no `data:` scripts.
    assetsInlineLimit: 0,
    // Saves naming the chunks of all pages in the script that every page loads.
    modulePreload: false,
    chunkSizeWarningLimit: 600,
    // Puts what every page needs in one file, because small files compress badly.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(ownAddresses.map((path) => [path, server])),
  },
})
