import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../failure.ts'
import { type CsvRow, InvalidCsv, readCsv } from './csv.ts'
import { type Document, type Fields, ID_FIELDS, idOf } from './setup-changes.ts'

interface Row {
  fields: Fields
  line: number
}

/** A table of a hotel: its file, the fields that a row must have, and those that it may have. */
interface Table {
  file: string
  isOptional?: boolean
  needs: readonly string[]
  takes?: readonly string[]
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
      'timeZone',
      'fetchHotelKey',
      'checkInTime',
      'checkOutTime',
      'wifi.network',
      'wifi.password',
      ...ADDRESS,
      'position.latitude',
      'position.longitude',
      ...LINKS,
    ],
  },
  locations: { file: 'locations.csv', isOptional: true, needs: ['locationId', 'name'] },
  roomTypes: {
    file: 'types.csv',
    needs: ['roomTypeId', 'hotelid', 'name', 'maxOccupancy'],
    takes: ['description'],
  },
  rooms: {
    file: 'rooms.csv',
    needs: ['roomId', 'roomTypeId', 'roomName'],
    takes: ['locationId', 'roomNo', 'floorNo'],
  },
  ratePlans: { file: 'plans.csv', needs: ['rateId', 'hotelid', 'name'] },
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

const PHONES = ['phone', 'whatsapp']

/** The table in which a field must have a row. */
const REFERENCES = { hotelid: 'properties', roomTypeId: 'roomTypes', locationId: 'locations' } as const

/** The options that have a field of the customer in place of its file. */
const OPTIONS = { name: '--name', currency: '--currency', timeZone: '--time-zone' } as const

export type CustomerOptions = { [Field in keyof typeof OPTIONS]?: string | undefined }

/** What is wrong with a file or an option. */
interface Fault {
  source: string
  line?: number | undefined
  text: string
}

/** The rows of the files of a hotel, and every fault with its file and line. */
export class HotelTables {
  /** Of each field the first fault, by file, line and field. */
  readonly #faults = new Map<string, Fault>()
  readonly #options: Partial<Record<string, string>>
  /** Undefined: the rows of the file are not known, because it has a fault. */
  readonly #rows: Record<string, Row[] | undefined>

  constructor(folder: string, options: CustomerOptions) {
    if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`)
    this.#options = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
    const all = Object.entries(TABLES).map(([kind, table]) => [kind, this.#read(folder, table)] as const)
    this.#rows = Object.fromEntries(all)
    for (const [kind, rows] of all) if (rows) this.#compare(kind, rows)
    for (const [field, option] of Object.entries(OPTIONS))
      if (!this.customer[field]) this.addFault(`${field}: expected a value, here or as ${option}`)
  }

  /** The fields of the customer: the options, and those of its file. */
  get customer(): Fields {
    return { ...this.#rows.customer?.[0]?.fields, ...this.#options }
  }

  /** The faults, one line each. */
  get faults(): string[] {
    const order = Object.values(TABLES).map(({ file }) => file)
    return [...this.#faults.values()]
      .sort((one, other) => order.indexOf(one.source) - order.indexOf(other.source) || lineOf(one) - lineOf(other))
      .map(textOf)
  }

  /** The rows as a setup. A field that no column can have stays as it is stored. */
  documentFor(stored: Document): Document {
    const { customer: _, ...lists } = this.#rows
    return Object.fromEntries(
      Object.entries(lists).map(([kind, rows = []]) => {
        const table = TABLES[kind] as Table
        const known = columnsOf(table).map(name => name.split('.')[0])
        const others = ([name]: [string, unknown]) => !known.includes(name)
        const document = rows.map(({ fields }) => {
          const before = stored[kind]?.find(record => idOf(kind, record) === idOf(kind, fields)) ?? {}
          return { ...Object.fromEntries(Object.entries(before).filter(others)), ...fields }
        })
        return [kind, document]
      }),
    )
  }

  /** Adds a fault by its path, as the service describes it. */
  addFault(description: string): void {
    const fault = this.#located(description)
    if (fault.source !== TABLES.customer?.file || this.#rows.customer) this.#add(fault)
  }

  /** What the service says, with file and line in place of the path: `rooms[3].roomName: …` or `currency: …`. */
  located(description: string): string {
    return textOf(this.#located(description))
  }

  #located(description: string): Fault {
    const [, kind = '', index, text = ''] = /^(\w+)\[(\d+)\]\.?(.*)$/s.exec(description) ?? []
    const row = this.#rows[kind]?.[Number(index)]
    if (row) return { source: (TABLES[kind] as Table).file, line: row.line, text }
    const [field = '', ...rest] = description.split(': ')
    const option = this.#options[field] !== undefined && OPTIONS[field as keyof CustomerOptions]
    if (option) return { source: option, text: rest.join(': ') }
    const customer = TABLES.customer as Table
    if (!columnsOf(customer).includes(field)) return { source: '', text: description }
    return { source: customer.file, line: this.#rows.customer?.[0]?.line, text: description }
  }

  #read(folder: string, table: Table): Row[] | undefined {
    const path = join(folder, table.file)
    if (!existsSync(path)) {
      if (table.isOptional) return []
      this.#add({ source: table.file, text: `there is no such file in ${folder}` })
      return undefined
    }
    const [header, ...rows] = this.#csvRows(path, table)
    const names = header && this.#columns(table, header)
    if (!names) return undefined
    if (!rows.length && !table.isOptional) {
      this.#add({ source: table.file, text: 'expected a row below the names' })
      return undefined
    }
    return rows.map(row => ({ fields: this.#fields(table, names, row), line: row.line }))
  }

  #csvRows(path: string, table: Table): CsvRow[] {
    try {
      const rows = readCsv(path)
      return rows.length ? rows : [{ cells: [], line: 1 }]
    } catch (error) {
      if (!(error instanceof InvalidCsv)) throw error
      this.#add({ source: table.file, line: error.line, text: error.message })
      return []
    }
  }

  /** The names of the columns, as the setup has them. Undefined: a column is missing. */
  #columns(table: Table, { cells, line }: CsvRow): string[] | undefined {
    const known = columnsOf(table)
    const source = table.file
    const names = cells.map(cell => known.find(name => name.toLowerCase() === cell.toLowerCase()) ?? cell)
    const unknown = names.filter(name => !known.includes(name)).map(name => JSON.stringify(name))
    if (unknown.length)
      this.#add({ source, line, text: `there is no field ${unknown.join(', ')}; there are ${known.join(', ')}` })
    const twice = names.filter((name, i) => names.indexOf(name) !== i)
    if (twice.length) this.#add({ source, line, text: `there twice: ${twice.join(', ')}` })
    const missing = table.needs.filter(name => !names.includes(name))
    if (missing.length) this.#add({ source, line, text: `missing columns: ${missing.join(', ')}` })
    return missing.length ? undefined : names
  }

  #fields(table: Table, names: string[], { cells, line }: CsvRow): Fields {
    const fields: Fields = {}
    const fault = (text: string) => this.#add({ source: table.file, line, text })
    if (cells.length > names.length) fault(`it has ${cells.length} values, and ${names.length} columns`)
    for (const [i, name] of names.entries()) {
      if (!columnsOf(table).includes(name)) continue
      const cell = cells[i] ?? ''
      if (!cell && table.needs.includes(name)) fault(`${name}: expected a value`)
      else if (cell && NUMBERS.includes(name) && !/^-?\d+(\.\d+)?$/.test(cell))
        fault(`${name}: expected a number, got ${JSON.stringify(cell)}`)
      else if (cell) set(fields, name, valueIn(name, cell))
      // A setup replaces a record, and a customer keeps what is not sent.
      else if (table === TABLES.customer) set(fields, name, '')
    }
    return fields
  }

  /** Compares a table with itself and with those that it refers to. */
  #compare(kind: string, rows: readonly Row[]): void {
    const table = TABLES[kind] as Table
    const source = table.file
    /** No two rows have the same id. */
    const idField = ID_FIELDS[kind]
    if (kind === 'customer' && rows[1]) this.#add({ source, line: rows[1].line, text: 'expected one customer' })
    const known = new Map<unknown, number>()
    for (const { fields, line } of rows) {
      const id = idField && fields[idField]
      const earlier = known.get(id)
      if (id !== undefined && earlier) this.#add({ source, line, text: `${idField} ${id} is in line ${earlier} too` })
      else known.set(id, line)
      for (const [name, target] of Object.entries(REFERENCES)) {
        const others = this.#rows[target]
        if (target === kind || fields[name] === undefined || !others) continue
        if (others.some(row => row.fields[name] === fields[name])) continue
        this.#add({ source, line, text: `${name}: there is no ${fields[name]} in ${TABLES[target]?.file}` })
      }
    }
  }

  #add(fault: Fault): void {
    const { source, line, text } = fault
    const key = `${source}:${line}:${text.split(':')[0]}`
    if (!this.#faults.has(key)) this.#faults.set(key, fault)
  }
}

const columnsOf = ({ needs, takes = [] }: Table) => [...needs, ...takes]

const lineOf = ({ line = 0 }: Fault) => line

const textOf = ({ source, line, text }: Fault) => {
  const place = line ? `${source}:${line}` : source
  return place ? `${place}: ${text}` : text
}

function valueIn(name: string, cell: string): unknown {
  if (NUMBERS.includes(name)) return Number(cell)
  return PHONES.includes(name) ? dialled(cell) : cell
}

/** A telephone number as it is dialled from abroad: `0041 (0)41 555-01 23` is `+41415550123`. */
const dialled = (number: string) => number.replaceAll(/\(0\)|[\s()./\u2010-\u2013-]/g, '').replace(/^00/, '+')

/** Sets a field, or a field of a field. */
function set(fields: Fields, path: string, value: unknown): void {
  const [name = '', inner] = path.split('.')
  fields[name] = inner === undefined ? value : { ...(fields[name] as Fields | undefined), [inner]: value }
}
