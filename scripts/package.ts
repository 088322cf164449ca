import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import innlet from '../package.json' with { type: 'json' }
import { writeClientPackage } from '../site/downloads/client.ts'
import { pluginZip } from '../site/downloads/plugin-zip.ts'
import { writeTypes } from '../site/downloads/types.ts'
import { bundlePackage, ENTRIES } from './package/bundle.ts'
import { manifestOf } from './package/manifest.ts'

/*
 * The element as a package for bundlers, ready for `npm pack` or `npm publish`:
 *
 *   npm run package                  into dist/package
 *   npm run package -- some/folder   into that folder, which is emptied first
 *
 * The npm client is written beside the folder, into `client`, and the WordPress plugin as innlet-stay.zip.
 */

const ROOT = join(import.meta.dirname, '..')
const NAME = '@innlet/guest-itinerary'

/** An entry of `exports`. */
const exported = (name: string) => ({
  types: `./types/widget/package/${name}.d.ts`,
  node: './server.js',
  default: `./${name}.js`,
})

const packageJson = {
  name: NAME,
  version: innlet.version,
  description: "A guest's stay at a hotel, as a custom element.",
  license: innlet.license,
  type: 'module',
  sideEffects: ['./guest-itinerary.js', './react.js', './vue.js'],
  customElements: './custom-elements.json',
  exports: {
    '.': exported('guest-itinerary'),
    './element': exported('element'),
    './react': exported('react'),
    './vue': exported('vue'),
    './custom-elements.json': './custom-elements.json',
    './package.json': './package.json',
  },
  types: './types/widget/package/guest-itinerary.d.ts',
  dependencies: { lit: innlet.dependencies.lit.replace(/^(?=\d)/, '^') },
  peerDependencies: { '@types/react': '>=19', vue: '>=3.5' },
  peerDependenciesMeta: { '@types/react': { optional: true }, vue: { optional: true } },
}

/** Writes the bundles, types, manifest, licence and README into a folder. */
export async function writePackage(folder: string): Promise<void> {
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), `${JSON.stringify(content, undefined, 2)}\n`)
  await bundlePackage(folder)
  writeTypes(folder, { project: 'widget/package', entries: ENTRIES.map(name => `widget/package/${name}`) })
  write('package.json', packageJson)
  write('custom-elements.json', manifestOf(readFileSync(join(ROOT, 'widget/guest-itinerary/element.ts'), 'utf8')))
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  copyFileSync(join(ROOT, 'widget/package/README.md'), join(folder, 'README.md'))
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(ROOT, 'dist/package')
  const zip = join(dirname(folder), 'innlet-stay.zip')
  const client = join(dirname(folder), 'client')
  await writePackage(folder)
  await writeClientPackage(client)
  writeFileSync(zip, pluginZip())
  console.log(`${folder}\n${client}\n${zip}`)
}
