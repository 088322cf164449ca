import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'fflate'

/** The time of every file, as npm writes it: the same files are the same bytes. In seconds. */
const TIME = 499_162_500
/** The length of a record of a tar file. */
const RECORD = 512

/** A folder as npm packs it: a compressed tar file with everything below `package/`. */
export function tarballOf(folder: string): Uint8Array {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
    .map(each => join(each.parentPath, each.name))
  const files = paths.sort().map(path => {
    const content = readFileSync(path)
    const rest = Buffer.alloc(-content.length & (RECORD - 1))
    return [headerOf(`package/${relative(folder, path).replaceAll(sep, '/')}`, content.length), content, rest]
  })
  return gzipSync(Buffer.concat([...files.flat(), Buffer.alloc(2 * RECORD)]), { level: 9, mtime: TIME * 1000 })
}

/** The header of a file, in the format `ustar`. npm makes programs executable when it installs them. */
function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a tar file`)
  const header = Buffer.alloc(RECORD)
  header.write(name)
  const octal = (value: number, at: number, digits: number) => header.write(value.toString(8).padStart(digits, '0'), at)
  octal(0o644, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(TIME, 136, 11)
  header.write('        0', 148)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  octal(sum, 148, 6)
  header[154] = 0
  return header
}
