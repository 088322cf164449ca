import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { writeClientPackage } from './downloads/client.ts'
import { pluginZip } from './downloads/plugin-zip.ts'
import { tarballOf } from './downloads/tarball.ts'

/** The packages of this release, below `/downloads`: each under a name that stays, and under one with the version. */
export function downloads(version: string): Plugin {
  return {
    name: 'downloads',
    apply: 'build',
    async generateBundle() {
      const files = { 'innlet-client': ['tgz', await clientTarball()], 'innlet-stay': ['zip', pluginZip()] } as const
      for (const [name, [type, source]] of Object.entries(files))
        for (const fileName of [`${name}.${type}`, `${name}-${version}.${type}`])
          this.emitFile({ type: 'asset', fileName: `downloads/${fileName}`, source })
    },
  }
}

async function clientTarball(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'innlet-client-'))
  try {
    await writeClientPackage(folder)
    return tarballOf(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
