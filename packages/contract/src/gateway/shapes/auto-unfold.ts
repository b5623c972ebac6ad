import Type from 'typebox';

/**
 * Whether tags open by themselves.
 * @param whose Which tags the setting is for.
 */
export function unfoldedConfig(whose: string) {
  return Type.Object(
    {
      autoUnfold: Type.Optional(
        Type.Object(
          { enable: Type.Optional(Type.Boolean({ description: 'true when they open by themselves.' })) },
          { description: 'Opening by themselves when the viewer comes near.' },
        ),
      ),
    },
    { title: 'UnfoldedConfig', description: `How ${whose} unfold.` },
  );
}
