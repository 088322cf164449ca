import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../failure.ts'
import { type CsvRow, InvalidCsv, readCsv } from './csv.ts'
import { type Document, type Fields, ID_FIELDS, idOf } from './setup-changes.ts'
import type { Setup } from './types.ts'

/** A line of a file, a file, or an option. */
interface Place {
  source: string
  line?: number | undefined
}

interface Row extends Place {
  fields: Fields
}

/** What is wrong there. */
interface Fault extends Place {
  text: string
}

/** What a cell has. A point in a whole number may be that of its thousands: `1.000`. */
const TEXT = { read: (cell: string): unknown => cell }
const WHOLE_NUMBER = { form: /^-?\d+$/, words: 'a whole number', read: Number }
const FLAG = { form: /^(true|false)$/i, words: 'true or false', read: (cell: string) => cell.toLowerCase() === 'true' }
const DECIMAL = { form: /^-?\d+(\.\d+)?$/, words: 'a number', read: Number }
/** A telephone number as it is dialled from abroad: `0041 (0)41 555–01 23` is `+41 41 555-01 23`. */
const PHONE = {
  read: (number: string) =>
    number
      .replaceAll(/\(0\)/g, '')
      .replaceAll(/[\u2010-\u2013]/g, '-')
      .replace(/^\s*00\s*/, '+')
      .replaceAll(/\s+/g, ' ')
      .trim(),
}

interface Column {
  form?: RegExp
  words?: string
  read: (cell: string) => unknown
  isNeeded?: boolean
}

const needed = (column: Column): Column => ({ ...column, isNeeded: true })

const each = <Name extends string>(column: Column, ...names: Name[]) =>
  Object.fromEntries(names.map(name => [name, column])) as Record<Name, Column>

/** A table of a hotel: its file and its columns. A name with a dot is a field of a field. */
interface Table {
  file: string
  isOptional?: boolean
  columns: Readonly<Record<string, Column>>
}

const CUSTOMER: Table = {
  file: 'customer.csv',
  isOptional: true,
  columns: each(TEXT, 'name', 'currency', 'timeZone', 'logoUrl', 'imagePath', 'itineraryUrlTemplate'),
}

/** A column for each field of a record that is no list and no object. */
type ColumnsOf<Sent> = {
  [Name in keyof Sent as Sent[Name] extends string | number | boolean | undefined ? Name : never]-?: Column
}

/** The tables of the setup, by the list that has their rows. */
const LISTS = {
  properties: {
    file: 'properties.csv',
    columns: {
      ...each(needed(TEXT), 'hotelid', 'name'),
      ...each(TEXT, 'timeZone', 'fetchHotelKey', 'checkInTime', 'checkOutTime', 'wifi.network', 'wifi.password'),
      ...each(TEXT, 'address.addressLine', 'address.city', 'address.state', 'address.zip', 'address.country'),
      ...each(DECIMAL, 'position.latitude', 'position.longitude'),
      ...each(PHONE, 'phone', 'whatsapp'),
      ...each(TEXT, 'email', 'website', 'directions', 'logoUrl', 'imagePath'),
    },
  },
  locations: {
    file: 'locations.csv',
    isOptional: true,
    columns: { locationId: needed(WHOLE_NUMBER), name: needed(TEXT) },
  },
  roomTypes: {
    file: 'types.csv',
    columns: {
      roomTypeId: needed(WHOLE_NUMBER),
      ...each(needed(TEXT), 'hotelid', 'name'),
      maxOccupancy: needed(WHOLE_NUMBER),
      description: TEXT,
    },
  },
  rooms: {
    file: 'rooms.csv',
    columns: {
      ...each(needed(WHOLE_NUMBER), 'roomId', 'roomTypeId'),
      roomName: needed(TEXT),
      locationId: WHOLE_NUMBER,
      ...each(TEXT, 'roomNo', 'floorNo'),
      isActive: FLAG,
    },
  },
  ratePlans: {
    file: 'plans.csv',
    columns: { rateId: needed(WHOLE_NUMBER), ...each(needed(TEXT), 'hotelid', 'name') },
  },
} satisfies { [Kind in keyof Setup]?: Table & { columns: ColumnsOf<NonNullable<Setup[Kind]>[number]> } }

const TABLES: readonly [kind: string, table: Table][] = [['customer', CUSTOMER], ...Object.entries(LISTS)]

/** The table in which a field must have a row. */
const REFERENCES = { hotelid: 'properties', roomTypeId: 'roomTypes', locationId: 'locations' } as const

/** The options that have a field of the customer in place of its file. */
const OPTIONS = { name: '--name', currency: '--currency', timeZone: '--time-zone' } as const

export type CustomerOptions = { [Field in keyof typeof OPTIONS]?: string | undefined }

/** The rows of the files of a hotel, and every fault with its file and line. */
export class HotelTables {
  /** Of each field the first fault, by file, line and field. */
  readonly #faults = new Map<string, Fault>()
  readonly #options: Fields
  /** Undefined: the rows of the file are not known, because it has a fault. */
  readonly #rows: Record<string, Row[] | undefined>

  constructor(folder: string, options: CustomerOptions) {
    if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`)
    this.#options = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
    this.#rows = Object.fromEntries(TABLES.map(([kind, table]) => [kind, this.#read(folder, table)]))
    for (const [kind, rows = []] of Object.entries(this.#rows)) this.#compare(kind, rows)
    for (const [field, option] of Object.entries(OPTIONS))
      if (!this.customer[field]) this.addFault(`${field}: expected a value, here or as ${option}`)
  }

  /** The fields of the customer: the options, and those of its file. */
  get customer(): Fields {
    return { ...this.#rows.customer?.[0]?.fields, ...this.#options }
  }

  /** The faults, one line each. */
  get faults(): string[] {
    const order = TABLES.map(([, { file }]) => file)
    return [...this.#faults.values()]
      .sort((one, other) => order.indexOf(one.source) - order.indexOf(other.source) || lineOf(one) - lineOf(other))
      .map(textOf)
  }

  /** The rows as a setup. A field that no column can have stays as it is stored. */
  documentFor(stored: Document): Document {
    const lists = Object.entries(LISTS).map(([kind, table]) => {
      const known = Object.keys(table.columns).map(name => name.split('.')[0])
      const records = this.#rows[kind]?.map(({ fields }) => {
        const before = stored[kind]?.find(record => idOf(kind, record) === idOf(kind, fields)) ?? {}
        const kept = Object.entries(before).filter(([name]) => !known.includes(name))
        return { ...Object.fromEntries(kept), ...fields }
      })
      return [kind, records ?? []]
    })
    return Object.fromEntries(lists)
  }

  /** Adds a fault by its path, as the service describes it. */
  addFault(description: string): void {
    const { text, ...place } = this.#located(description)
    if (place.source !== CUSTOMER.file || this.#rows.customer) this.#add(place, text)
  }

  /** What the service says, with file and line in place of the path: `rooms[3].roomName: …` or `currency: …`. */
  located(description: string): string {
    return textOf(this.#located(description))
  }

  #located(description: string): Fault {
    const [, kind = '', index, text = ''] = /^(\w+)\[(\d+)\]\.?(.*)$/s.exec(description) ?? []
    const row = this.#rows[kind]?.[Number(index)]
    if (row) return { source: row.source, line: row.line, text }
    const [field = '', ...rest] = description.split(': ')
    const option = this.#options[field] !== undefined && OPTIONS[field as keyof CustomerOptions]
    if (option) return { source: option, text: rest.join(': ') }
    if (!(field in CUSTOMER.columns)) return { source: '', text: description }
    return { source: CUSTOMER.file, line: this.#rows.customer?.[0]?.line, text: description }
  }

  #read(folder: string, table: Table): Row[] | undefined {
    const { file: source, isOptional } = table
    const path = join(folder, source)
    if (!existsSync(path)) {
      if (isOptional) return []
      this.#add({ source }, `there is no such file in ${folder}`)
      return undefined
    }
    try {
      const [header = { cells: [], line: 1 }, ...rows] = readCsv(path)
      const names = this.#columns(table, header)
      if (!names) return undefined
      if (rows.length || isOptional) return rows.map(row => this.#row(table, names, row))
      this.#add({ source }, 'expected a row below the names')
    } catch (error) {
      if (!(error instanceof InvalidCsv)) throw error
      this.#add({ source, line: error.line }, error.message)
    }
    return undefined
  }

  /** The names of the columns, as the setup has them. Undefined: a column is missing. */
  #columns(table: Table, { cells, line }: CsvRow): string[] | undefined {
    const known = Object.keys(table.columns)
    const place = { source: table.file, line }
    const names = cells.map(cell => known.find(name => name.toLowerCase() === cell.toLowerCase()) ?? cell)
    const unknown = names.filter(name => !known.includes(name)).map(name => JSON.stringify(name))
    if (unknown.length) this.#add(place, `there is no field ${unknown.join(', ')}; there are ${known.join(', ')}`)
    const twice = names.filter((name, i) => names.indexOf(name) !== i)
    if (twice.length) this.#add(place, `there twice: ${twice.join(', ')}`)
    const missing = known.filter(name => table.columns[name]?.isNeeded && !names.includes(name))
    if (missing.length) this.#add(place, `missing columns: ${missing.join(', ')}`)
    return missing.length ? undefined : names
  }

  #row(table: Table, names: string[], { cells, line }: CsvRow): Row {
    const row: Row = { source: table.file, line, fields: {} }
    if (cells.length > names.length) this.#add(row, `it has ${cells.length} values, and ${names.length} columns`)
    for (const [i, name] of names.entries()) {
      const column = table.columns[name]
      if (!column) continue
      const cell = cells[i] ?? ''
      if (!cell && column.isNeeded) this.#add(row, `${name}: expected a value`)
      else if (cell && column.form?.test(cell) === false)
        this.#add(row, `${name}: expected ${column.words}, got ${JSON.stringify(cell)}`)
      else if (cell) set(row.fields, name, column.read(cell))
      // A setup replaces a record, and a customer keeps what is not sent.
      else if (table === CUSTOMER) set(row.fields, name, '')
    }
    return row
  }

  /** Compares the rows of a table with each other, and with those that they refer to. */
  #compare(kind: string, rows: readonly Row[]): void {
    if (kind === 'customer' && rows[1]) this.#add(rows[1], 'expected one customer')
    const idField = ID_FIELDS[kind]
    const lines = new Map<unknown, number | undefined>()
    for (const row of rows) {
      const { fields, line } = row
      const id = idField && fields[idField]
      const earlier = lines.get(id)
      if (id !== undefined && earlier) this.#add(row, `${idField} ${id} is in line ${earlier} too`)
      else lines.set(id, line)
      for (const [name, target] of Object.entries(REFERENCES)) {
        const others = this.#rows[target]
        if (target === kind || fields[name] === undefined || !others) continue
        if (others.some(other => other.fields[name] === fields[name])) continue
        this.#add(row, `${name}: there is no ${fields[name]} in ${LISTS[target].file}`)
      }
    }
  }

  #add({ source, line }: Place, text: string): void {
    const key = `${source}:${line}:${text.split(':')[0]}`
    if (!this.#faults.has(key)) this.#faults.set(key, { source, line, text })
  }
}

const lineOf = ({ line = 0 }: Place) => line

const textOf = ({ source, line, text }: Fault) => {
  const place = line ? `${source}:${line}` : source
  return place ? `${place}: ${text}` : text
}

/** Sets a field, or a field of a field. */
function set(fields: Fields, path: string, value: unknown): void {
  const [name = '', inner] = path.split('.')
  fields[name] = inner === undefined ? value : { ...(fields[name] as Fields | undefined), [inner]: value }
}
