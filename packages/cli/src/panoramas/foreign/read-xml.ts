import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import { told } from '../../told.ts';
import { ForeignRefusal } from './foreign-tour.ts';

/** An element; names of elements and attributes are in lower case: krpano does not tell cases apart. */
export interface XmlNode {
  readonly name: string;
  readonly own: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

/**
 * The outermost element of a document. Entities of its own and other files are not read (@rgrove/parse-xml knows neither).
 * @throws {ForeignRefusal}
 */
export function readXml(xml: string): XmlNode {
  try {
    const { root } = parseXml(xml, { ignoreUndefinedEntities: true });
    if (root === null) throw new ForeignRefusal(told`it is empty`);
    return nodeOf(root);
  } catch (error) {
    if (error instanceof XmlError) {
      const why = error.message.split('\n')[0] ?? '';
      throw new ForeignRefusal(told`it is no XML: ${why.replace(/[.:]?$/, '')}`);
    }
    // Elements in elements, tens of thousands deep.
    if (error instanceof RangeError) throw new ForeignRefusal(told`its elements are nested too deeply`);
    throw error;
  }
}

const nodeOf = (element: XmlElement): XmlNode => ({
  name: element.name.toLowerCase(),
  own: Object.fromEntries(Object.entries(element.attributes).map(([name, value]) => [name.toLowerCase(), value])),
  children: element.children.filter((child) => child instanceof XmlElement).map(nodeOf),
  text: element.text,
});

export const named = (nodes: readonly XmlNode[], name: string): readonly XmlNode[] =>
  nodes.filter((node) => node.name === name);
