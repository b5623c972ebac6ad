import { comment } from './comment.mjs';
import { pascalCase } from './names.mjs';

/** @typedef {Readonly<Record<string, any>>} Schema */

/**
 * A type that the generated sources declare.
 * @typedef {object} Declaration
 * @property {string} name
 * @property {string} text Complete, with its comment.
 * @property {boolean} generic Whether it has ids that may exceed 2^53, and so the parameter `Id`.
 * @property {Set<string>} uses Names of declared types that it refers to directly.
 */

/** Real ids may lie above 2^53; the contract's `identifier()` says so in the description (decision 0051). */
const EXCEEDS_DOUBLE = /May exceed 2\^53/;
/** What the description advises in general, and the SDK's option `ids` does. */
const ADVICE_ON_DIGITS = 'May exceed 2^53: parse it as text or bigint if you must keep every digit.';
const SDK_ADVICE_ON_DIGITS = "May exceed 2^53: the option `ids: 'bigint-safe'` keeps every digit.";

const SECRET = 'Secret: keep it out of logs, addresses and stores.';

/** Turns schemas of the contract into declarations of plain interfaces, each shape once. */
export function shapeWriter() {
  /** @type {Map<string, Declaration>} */
  const declarations = new Map();
  /** Structure by name, to notice two shapes with one name. @type {Map<string, string>} */
  const structures = new Map();
  /** Shapes whose uses describe them differently have no description of their own. @type {Map<string, Set<string>>} */
  const descriptions = new Map();

  /**
   * @param {string} name
   * @param {Schema} schema
   * @param {(declaration: Declaration) => string} textOf Writes the text; may declare more.
   */
  function declare(name, schema, textOf) {
    const { description, ...structure } = schema;
    const told = descriptions.get(name) ?? new Set();
    descriptions.set(name, told.add(String(description ?? '')));
    const known = structures.get(name);
    if (known === undefined) {
      structures.set(name, JSON.stringify(structure));
      /** @type {Declaration} */
      const declaration = { name, text: '', generic: false, uses: new Set() };
      declarations.set(name, declaration);
      declaration.text = textOf(declaration);
    } else if (known !== JSON.stringify(structure)) {
      throw new Error(`Two different shapes are called ${name}. Give one of them another title.`);
    }
    return name;
  }

  /**
   * @param {Schema} schema
   * @param {string} path Name for an object without a title.
   * @param {Declaration} owner
   * @returns {string} The type, with `Name<>` wherever a declared one is meant.
   */
  function typeOf(schema, path, owner) {
    if (typeof schema.$ref === 'string') return refer(schema.$ref, owner);
    if (Array.isArray(schema.anyOf)) {
      return [...new Set(schema.anyOf.map((/** @type {Schema} */ one) => typeOf(one, path, owner)))].join(' | ');
    }
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type;
      case 'integer':
        if (!EXCEEDS_DOUBLE.test(String(schema.description))) return 'number';
        owner.generic = true;
        return 'Id';
      case 'number':
        return 'number';
      case 'array':
        return arrayType(schema, path, owner);
      case 'object':
        if (Object.keys(schema.properties ?? {}).length === 0) return 'Record<string, unknown>';
        return refer(declareObject(String(schema.title ?? path), schema), owner);
      case undefined:
        return 'unknown';
      default:
        throw new Error(`${path} has a schema that the SDK's generator does not know: ${JSON.stringify(schema)}`);
    }
  }

  /** @param {Schema} schema @param {string} path @param {Declaration} owner */
  function arrayType(schema, path, owner) {
    const { title, items, minItems, maxItems } = schema;
    const item = typeOf(items, path, owner);
    const fixed = minItems !== undefined && minItems === maxItems;
    const type = fixed
      ? `[${Array(minItems).fill(item).join(', ')}]`
      : item.includes(' | ')
        ? `(${item})[]`
        : `${item}[]`;
    if (typeof title !== 'string') return type;
    return refer(
      declare(title, schema, () => `export type ${title} = ${type};\n`),
      owner,
    );
  }

  /** @param {string} name @param {Declaration} owner */
  function refer(name, owner) {
    owner.uses.add(name);
    return `${name}<>`;
  }

  /**
   * Declares an object as an interface.
   * @param {string} name
   * @param {Schema} schema
   */
  function declareObject(name, schema) {
    return declare(name, schema, (declaration) => {
      const required = new Set(schema.required ?? []);
      const fields = Object.entries(schema.properties).map(([key, field]) => {
        const type = typeOf(field, name.replace(/Data$/, '') + pascalCase(key), declaration);
        const told = String(field.description ?? '').replace(ADVICE_ON_DIGITS, SDK_ADVICE_ON_DIGITS);
        const secret = field['x-openhouse-secret'] || field.items?.['x-openhouse-secret'] ? ` ${SECRET}` : '';
        return `${comment([told + secret], '  ')}  ${key}${required.has(key) ? '' : '?'}: ${type};\n`;
      });
      return `export interface ${name}<> {\n${fields.join('')}}\n`;
    });
  }

  /**
   * Declares a payload.
   * @param {string} name
   * @param {Schema} schema
   */
  function declarePayload(name, schema) {
    if (typeof schema.$ref !== 'string') return declareObject(name, schema);
    for (const [key, shape] of Object.entries(schema.$defs ?? {})) declareObject(key, shape);
    return declare(name, schema, (declaration) => `export type ${name}<> = ${refer(schema.$ref, declaration)};\n`);
  }

  /** All declarations, complete. */
  function found() {
    spreadGenerics(declarations);
    const generic = (/** @type {string} */ name) => declarations.get(name)?.generic === true;
    for (const declaration of declarations.values()) {
      const { name } = declaration;
      const [told = '', ...others] = descriptions.get(name) ?? [];
      const text = declaration.text
        .replace(/^(export (?:interface|type) \w+)<>/, (_, head) =>
          generic(name) ? `${head}<Id extends AnyId = number>` : head,
        )
        .replace(/(\w+)<>/g, (_, one) => (generic(one) ? `${one}<Id>` : one));
      declaration.text = comment(others.length === 0 ? [told] : [], '') + text;
    }
    return declarations;
  }

  return { declarePayload, found };
}

/** What refers to a type with ids has ids itself. @param {ReadonlyMap<string, Declaration>} declarations */
function spreadGenerics(declarations) {
  for (let changed = true; changed; ) {
    changed = false;
    for (const declaration of declarations.values()) {
      if (declaration.generic) continue;
      if (![...declaration.uses].some((name) => declarations.get(name)?.generic)) continue;
      declaration.generic = true;
      changed = true;
    }
  }
}
