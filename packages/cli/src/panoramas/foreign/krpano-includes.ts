import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { decodedText } from '@openhouse/contract/panoramas';
import { told } from '../../told.ts';
import { pathsMeant } from '../names-meant.ts';
import { FILE_MAX_BYTES, ForeignRefusal } from './foreign-tour.ts';
import { eitherOf, isAtAnotherHost, pathInFolder } from './path-in-folder.ts';
import { readXml, type XmlNode } from './read-xml.ts';

/** Files that one tour includes: some ten are usual, and files that include each other twice would be millions. */
const FILES_MAX = 100;

/** A file that is being read. */
interface Reading {
  /** From the folder of the tour, with a slash at its end; empty for that folder. */
  readonly folder: string;
  /** The files that led here, this one last. */
  readonly trail: readonly string[];
}

/**
 * The document of a krpano tour, with each `include` replaced by what it names, as krpano does it. One that cannot be followed stays,
 * and its text says why.
 * @throws {ForeignRefusal}
 */
export async function readWithIncludes(file: string): Promise<XmlNode> {
  const tour = await realpath(dirname(file));
  let count = 0;

  async function documentAt(path: string, trail: readonly string[]): Promise<XmlNode> {
    const inside = relative(tour, dirname(path)).replaceAll(sep, '/');
    const reading = { folder: inside === '' ? '' : `${inside}/`, trail: [...trail, path] };
    return expanded(readXml(decodedText(await readFile(path))), reading);
  }

  async function expanded(node: XmlNode, reading: Reading): Promise<XmlNode> {
    const children: XmlNode[] = [];
    let { own } = node;
    for (const child of node.children) {
      const found = child.name === 'include' ? await included(child, reading) : await expanded(child, reading);
      if (child.name === 'include' && found.name === 'krpano') {
        children.push(...found.children);
        if (node.name === 'krpano') own = { ...found.own, ...own };
      } else children.push(found);
    }
    return { ...node, own: addressed(own, reading.folder), children };
  }

  async function included(include: XmlNode, { folder, trail }: Reading): Promise<XmlNode> {
    const { url = '', if: condition, devices = 'all' } = include.own;
    const left = (why: string): XmlNode => ({ ...include, text: why });
    if (condition || !DEVICES.test(devices)) return left('it is for some devices only');
    const name = addressed({ url }, folder).url?.replace(PLACEHOLDER, '') ?? '';
    if (isAtAnotherHost(name)) return left('it is at another host');
    const named = pathInFolder(tour, name);
    if (named === undefined) return left('it lies outside the folder of the tour');
    const meant = await pathsMeant(tour, named);
    if (meant.length > 1) return left(`it may be ${eitherOf(tour, meant)}: rename one`);
    const path = await realpath(meant[0] ?? named).catch(() => undefined);
    if (path === undefined || !(await stat(path)).isFile()) return left('it is not there');
    if (!path.startsWith(tour + sep)) return left('it lies outside the folder of the tour');
    if (trail.includes(path)) return left('it includes itself');
    if ((await stat(path)).size > FILE_MAX_BYTES) return left('it is larger than the description of a tour');
    count += 1;
    if (count > FILES_MAX) throw new ForeignRefusal(told`it includes more than ${FILES_MAX} files`);
    try {
      const document = await documentAt(path, trail);
      if (document.name === 'encrypted') return left('it is encrypted');
      return document.name === 'krpano' ? document : { name: 'krpano', own: {}, children: [document], text: '' };
    } catch (error) {
      if (error instanceof ForeignRefusal && !(error instanceof InIncluded))
        throw new InIncluded(told`${relative(tour, path)}, which it includes: ${error.said}`);
      throw error;
    }
  }

  return documentAt(join(tour, basename(file)), []);
}

/** A fault in a file that is included; the innermost one is told. */
class InIncluded extends ForeignRefusal {}

/** What every browser is. */
const DEVICES = /\b(?:all|html5|webgl|desktop|normal)\b/i;

/** What krpano puts in the place of its own folders. */
const PLACEHOLDER = /^%(CURRENTXML|FIRSTXML|SWFPATH|VIEWERPATH|HTMLPATH|BASEDIR)%\/?/i;

/** Addresses in an included file start at its own folder, unless they say where they start. */
function addressed(own: XmlNode['own'], folder: string): XmlNode['own'] {
  const { url } = own;
  if (url === undefined || folder === '') return own;
  const file = url.replace(/^%CURRENTXML%\/?/i, '');
  const isWhole = /^(%|\/|[a-z][a-z0-9+.-]*:|(get|calc|if)\()/i.test(file);
  return isWhole ? own : { ...own, url: `${folder}${file}` };
}
