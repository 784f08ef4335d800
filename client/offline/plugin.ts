/** Puts the list of everything that was built into the service worker, and the worker beside it. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Files that are copied as they are: icons and the manifest. */
function copied(): string[] {
  const folder = here('../public')
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length))
}

export function offline(): Plugin {
  return {
    name: 'tilerummy-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => name !== 'index.html')
      const files = ['/', ...built.map((name) => `/${name}`), ...copied()].toSorted()
      const version = createHash('sha256')
      for (const output of Object.values(bundle)) {
        version.update(output.type === 'chunk' ? output.code : output.source)
      }
      const worker = readFileSync(here('worker.js'), 'utf8')
        .replace('__VERSION__', () => JSON.stringify(version.digest('hex').slice(0, 12)))
        .replace('__FILES__', () => JSON.stringify(files))
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: worker })
    },
  }
}
