/**
 * The metrics of a running service that have no labels.
 * @param operatorOrigin Address of its operator's port.
 * @returns Name → value.
 */
export async function metricsOf(operatorOrigin: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${operatorOrigin}/metrics`)).text();
  return Object.fromEntries([...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]));
}
