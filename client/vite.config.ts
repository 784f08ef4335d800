import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { languages } from './languages/plugin.ts'
import { offline } from './offline/plugin.ts'

const server = process.env.TILERUMMY_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [
    svelte(),
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      outputStructure: 'locale-modules',
      strategy: ['baseLocale'],
    }),
    // Unit tests speak English through the compiler's own index.
    ...(process.env.VITEST ? [] : [languages()]),
    offline(),
  ],
  build: {
    outDir: fileURLToPath(new URL('../src/tilerummy/server/static', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
  test: { include: ['src/**/*.test.ts'] },
})
