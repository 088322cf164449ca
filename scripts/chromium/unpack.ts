/**
 * `node scripts/chromium/unpack.ts FOLDER`: unpacks the contents of @sparticuz/chromium (the browser, its graphics libraries,
 * the system libraries that it needs, a font) into FOLDER. It unpacks beside FOLDER and renames at the end. So FOLDER is
 * complete or absent, also when several processes unpack at the same time or one is killed.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'
import { removeUnusedFolders } from '../../tooling/unused-folders.ts'

const [folder = ''] = process.argv.slice(2)
if (!folder) throw new Error('expected the folder to unpack into')

/** The system's fonts if it has any, and the package's fonts. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`

const archives = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin')
const unfinished = `${folder}.${process.pid}`

mkdirSync(dirname(folder), { recursive: true })
removeUnusedFolders(folder)
mkdirSync(unfinished)
// The package unpacks into the temporary folder, and treats files that are there as complete.
process.env.TMPDIR = unfinished
await Promise.all(readdirSync(archives).map(archive => inflate(join(archives, archive))))
writeFileSync(join(unfinished, 'fonts.conf'), FONTS)
try {
  renameSync(unfinished, folder)
} catch (error) {
  rmSync(unfinished, { recursive: true, force: true })
  // Another process has unpacked the same files meanwhile.
  if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
}
