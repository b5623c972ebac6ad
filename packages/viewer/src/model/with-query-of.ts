/**
 * Files that a model names beside itself are the same Team's: at the same host they are asked for with the model's query.
 * @param model Absolute.
 */
export function withQueryOf(model: URL): (address: string) => string {
  return (address) => {
    if (model.search === '' || !URL.canParse(address, model)) return address;
    const url = new URL(address, model);
    if (url.origin !== model.origin || url.search !== '' || !/^https?:$/.test(url.protocol)) return address;
    url.search = model.search;
    return url.href;
  };
}
