import Type, { type TNull, type TSchema, type TSchemaOptions, type TUnion } from 'typebox';

/** A field that real tours send as null (decision 0105). */
export function nullable<Schema extends TSchema>(schema: Schema, options: TSchemaOptions): TUnion<[Schema, TNull]> {
  return Type.Union([schema, Type.Null()], options);
}
