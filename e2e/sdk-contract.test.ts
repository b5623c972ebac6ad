import { gatewayEndpoints, type gatewayFailures, type OperationData, type OperationName } from '@openhouse/contract';
import * as sdk from '@openhouse/sdk';
import { describe, expect, expectTypeOf, test } from 'vitest';

const gateway = sdk.createGateway({ baseUrl: 'https://gateway.example.com', appKey: 'ohk_key', appSecret: 'ohs_x' });
const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

describe('each operation of the contract is a method and a function', () => {
  const exported: Readonly<Record<string, unknown>> = { ...sdk };

  test.each(gatewayEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
    expect(gateway).toHaveProperty(camelCase(name), expect.any(Function));
    if (endpoint.authentication === 'app-credentials') return;
    const { declaration } = exported[camelCase(name)] as sdk.Operation;
    const { method, path } = endpoint;
    expect(declaration).toMatchObject({ name, method, path, parameters: Object.keys(endpoint.query.properties) });
  });

  test('and nothing else is one', () => {
    const known = gatewayEndpoints.map(({ name }) => camelCase(name));
    const operations = Object.entries(sdk).filter(([, value]) => 'declaration' in value);
    expect(operations.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([]);
    expect(Object.keys(gateway).filter((name) => !known.includes(name))).toEqual(['baseUrl', 'fetch', 'send']);
  });
});

test('only the links of private files are secret, and only reads and the safe activation are repeated', () => {
  const declarations = Object.values(sdk).flatMap((value) => ('declaration' in value ? [value.declaration] : []));
  expect(declarations.filter(({ secret }) => secret).map(({ name }) => name)).toEqual(['file-private-presign']);
  expect(
    declarations.filter(({ idempotent, method }) => idempotent && method === 'POST').map(({ name }) => name),
  ).toEqual(['vr-submit']);
});

test('the statuses of failures are those of the contract', () => {
  expectTypeOf<sdk.FailureStatus>().toEqualTypeOf<keyof typeof gatewayFailures>();
});

/** A payload as the contract's types have it: they count no entries, and free fields are just an object. */
type Loose<T> = T extends readonly (infer Item)[]
  ? Loose<Item>[]
  : T extends object
    ? string extends keyof T
      ? object
      : { [Key in keyof T]: Loose<T[Key]> }
    : T;

/** The generated interfaces, by operation; one that is missing does not compile. */
interface Generated {
  'access-token': sdk.AccessTokenData;
  'vr-info': sdk.VrInfoData;
  'hot-list': sdk.HotListData;
  'hot-config': sdk.HotConfigData;
  'route-search': sdk.RouteSearchData;
  'hot-detail': sdk.HotDetailData;
  'panovideo-search': sdk.PanovideoSearchData;
  'observer-guide-list': sdk.ObserverGuideListData;
  'vr-introduction': sdk.VrIntroductionData;
  'group-tree': sdk.GroupTreeData;
  'ruler-list': sdk.RulerListData;
  'model-plugin-datasets': sdk.ModelPluginDatasetsData;
  'contact-detail': sdk.ContactDetailData;
  'source-config': sdk.SourceConfigData;
  'route-config-detail': sdk.RouteConfigDetailData;
  'file-detail': sdk.FileDetailData;
  'file-private-presign': sdk.FilePrivatePresignData;
  'capture-info': sdk.CaptureInfoData;
  'annotation-search': sdk.AnnotationSearchData;
  'vr-list': sdk.VrListData;
  'vr-detail': sdk.VrDetailData;
  'vr-submit': sdk.VrSubmitData;
}

test("every generated interface fits the contract's own type, in both directions", () => {
  expectTypeOf<keyof Generated>().toEqualTypeOf<OperationName>();
  type Fits = { [Name in OperationName]: Generated[Name] extends OperationData[Name] ? true : Name }[OperationName];
  type Covers = {
    [Name in OperationName]: OperationData[Name] extends Loose<Generated[Name]> ? true : Name;
  }[OperationName];
  expectTypeOf<Fits>().toEqualTypeOf<true>();
  expectTypeOf<Covers>().toEqualTypeOf<true>();
});

test('parameters take what people have at hand', () => {
  expectTypeOf<sdk.HotListQuery['order_by']>().toEqualTypeOf<
    'id asc' | 'id desc' | 'create_time asc' | 'create_time desc' | undefined
  >();
  expectTypeOf<sdk.RouteSearchQuery['is_asc']>().toEqualTypeOf<'0' | '1' | boolean | undefined>();
  expectTypeOf<sdk.RouteSearchQuery['types']>().toEqualTypeOf<string | readonly string[] | undefined>();
  expectTypeOf<sdk.HotDetailQuery['id']>().toEqualTypeOf<string | number | bigint>();
  expectTypeOf<sdk.VrInfoQuery>().toEqualTypeOf<{ readonly resource_code: string }>();
});

test('ids are numbers, and bigints too where every digit is kept', () => {
  type Exact = sdk.Gateway<number | bigint>;
  expectTypeOf<Awaited<ReturnType<sdk.Gateway['hotDetail']>>['id']>().toEqualTypeOf<number>();
  expectTypeOf<Awaited<ReturnType<Exact['hotDetail']>>['id']>().toEqualTypeOf<number | bigint>();
  expectTypeOf<Awaited<ReturnType<Exact['rulerList']>>['list'][number]['id']>().toEqualTypeOf<number | bigint>();
});
