import Type from 'typebox';

/**
 * Whether tags open by themselves.
 * @param description Which tags the setting is for, as a sentence.
 */
export function unfoldedConfig(description: string) {
  return Type.Object(
    {
      autoUnfold: Type.Optional(
        Type.Object(
          { enable: Type.Optional(Type.Boolean({ description: 'true when they open by themselves.' })) },
          { description: 'Opening by themselves when the viewer comes near.' },
        ),
      ),
    },
    { title: 'UnfoldedConfig', description },
  );
}
