import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Document } from './setup-changes.ts'

type Fields = Record<string, unknown>

/** A row of a file, with the number of its line. */
export interface Row {
  fields: Fields
  line: number
}

/** A table of a hotel: its file, the fields that a row must have, and those that it may have. */
interface Table {
  file: string
  isOptional?: boolean
  needs: readonly string[]
  takes?: readonly string[]
  /** The field in which no two rows are equal. */
  id?: string
}

const ADDRESS = ['addressLine', 'city', 'state', 'zip', 'country'].map(name => `address.${name}`)
const LINKS = ['phone', 'whatsapp', 'email', 'website', 'directions', 'logoUrl', 'imagePath']

/** The tables, by the list of the setup that has their rows. A name with a dot is a field of a field. */
const TABLES: Record<string, Table> = {
  customer: {
    file: 'customer.csv',
    isOptional: true,
    needs: [],
    takes: ['name', 'currency', 'timeZone', 'logoUrl', 'imagePath', 'itineraryUrlTemplate'],
  },
  properties: {
    file: 'properties.csv',
    needs: ['hotelid', 'name'],
    takes: [
      ...['timeZone', 'fetchHotelKey', 'checkInTime', 'checkOutTime', 'wifi.network', 'wifi.password'],
      ...[...ADDRESS, 'position.latitude', 'position.longitude', ...LINKS],
    ],
    id: 'hotelid',
  },
  locations: { file: 'locations.csv', isOptional: true, needs: ['locationId', 'name'], id: 'locationId' },
  roomTypes: {
    file: 'types.csv',
    needs: ['roomTypeId', 'hotelid', 'name', 'maxOccupancy'],
    takes: ['description'],
    id: 'roomTypeId',
  },
  rooms: {
    file: 'rooms.csv',
    needs: ['roomId', 'roomTypeId', 'roomName'],
    takes: ['locationId', 'roomNo', 'floorNo'],
    id: 'roomId',
  },
  ratePlans: { file: 'plans.csv', needs: ['rateId', 'hotelid', 'name'], id: 'rateId' },
}

const NUMBERS = [
  'roomTypeId',
  'roomId',
  'locationId',
  'rateId',
  'maxOccupancy',
  'position.latitude',
  'position.longitude',
]

/** The table in which a field must have a row. */
const REFERENCES = { hotelid: 'properties', roomTypeId: 'roomTypes', locationId: 'locations' } as const

/** The rows of the files of a hotel, and every fault with its file and line. */
export class HotelTables {
  readonly faults: string[] = []
  readonly #rows: Record<string, Row[]>

  constructor(folder: string) {
    const all = Object.entries(TABLES).map(([kind, table]) => [kind, this.#read(folder, table)] as const)
    this.#rows = Object.fromEntries(all)
    for (const [kind, rows] of all) this.#compare(kind, rows)
  }

  /** The fields of `customer.csv`. */
  get customer(): Fields {
    return this.#rows.customer?.[0]?.fields ?? {}
  }

  get document(): Document {
    const { customer: _, ...lists } = this.#rows
    return Object.fromEntries(Object.entries(lists).map(([kind, rows]) => [kind, rows.map(({ fields }) => fields)]))
  }

  /** The text of an error of the service, with file and line in place of the path of a record: `rooms[3].roomName: …`. */
  located(description: string): string {
    const [path = '', kind = '', index, rest] = /^(\w+)\[(\d+)\]\.?(.*)$/s.exec(description) ?? []
    const row = this.#rows[kind]?.[Number(index)]
    return path && row ? `${TABLES[kind]?.file}:${row.line}: ${rest}` : description
  }

  #read(folder: string, table: Table): Row[] {
    const path = join(folder, table.file)
    if (!existsSync(path)) {
      if (!table.isOptional) this.faults.push(`${table.file}: there is no such file in ${folder}`)
      return []
    }
    const [header, ...lines] = this.#cells(path, table)
    const names = header?.cells ?? []
    const known = [...table.needs, ...(table.takes ?? [])]
    for (const [i, name] of names.entries()) {
      if (!known.includes(name))
        this.#add(table, 1, `there is no field ${JSON.stringify(name)}; there are ${known.join(', ')}`)
      else if (names.indexOf(name) !== i) this.#add(table, 1, `the column ${name} is there twice`)
    }
    for (const name of table.needs) if (!names.includes(name)) this.#add(table, 1, `the column ${name} is missing`)
    return lines.map(({ cells, line }) => ({ fields: this.#fields(table, names, cells, line), line }))
  }

  #cells(path: string, table: Table): { cells: string[]; line: number }[] {
    const text = readFileSync(path, 'utf8')
    // Spreadsheets of many languages write semicolons.
    const delimiter = /^[^,\r\n]*;/.test(text) ? ';' : ','
    const form = {
      bom: true,
      delimiter,
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
    } as const
    try {
      const records = parse(text, form) as unknown as { record: string[]; info: { lines: number } }[]
      return records.map(({ record, info }) => ({ cells: record, line: info.lines }))
    } catch (error) {
      this.faults.push(`${table.file}: ${(error as Error).message}`)
      return []
    }
  }

  #fields(table: Table, names: string[], cells: string[], line: number): Fields {
    const fields: Fields = {}
    if (cells.length > names.length)
      this.#add(table, line, `it has ${cells.length} values, and ${names.length} columns`)
    for (const [i, name] of names.entries()) {
      const cell = cells[i] ?? ''
      if (cell) set(fields, name, this.#value(table, line, name, cell))
      else if (table.needs.includes(name)) this.#add(table, line, `${name}: expected a value`)
    }
    return fields
  }

  #value(table: Table, line: number, name: string, cell: string): unknown {
    if (!NUMBERS.includes(name)) return cell
    if (!/^-?\d+(\.\d+)?$/.test(cell)) this.#add(table, line, `${name}: expected a number, got ${JSON.stringify(cell)}`)
    return Number(cell)
  }

  /** Compares a table with itself and with those that it refers to. */
  #compare(kind: string, rows: readonly Row[]): void {
    const table = TABLES[kind] as Table
    if (kind === 'customer' && rows.length > 1) this.#add(table, rows[1]?.line ?? 0, 'expected one customer')
    const known = new Map<unknown, number>()
    for (const { fields, line } of rows) {
      const id = table.id && fields[table.id]
      const earlier = known.get(id)
      if (id !== undefined && earlier) this.#add(table, line, `${table.id} ${id} is in line ${earlier} too`)
      else known.set(id, line)
      for (const [name, target] of Object.entries(REFERENCES)) {
        if (target === kind || fields[name] === undefined) continue
        const exists = this.#rows[target]?.some(row => row.fields[name] === fields[name])
        if (!exists) this.#add(table, line, `${name}: there is no ${fields[name]} in ${TABLES[target]?.file}`)
      }
    }
  }

  #add({ file }: Table, line: number, text: string): void {
    this.faults.push(`${file}:${line}: ${text}`)
  }
}

/** Sets a field, or a field of a field. */
function set(fields: Fields, path: string, value: unknown): void {
  const [name = '', inner] = path.split('.')
  fields[name] = inner === undefined ? value : { ...(fields[name] as Fields | undefined), [inner]: value }
}
