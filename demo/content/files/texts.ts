/** Plain-text files of the demo tours. */

export const warranty = `OVEN OV-460 · WARRANTY 保修单

Serial number   OV460-2026-001187
Bought          2026-09-14
Valid until     2031-09-13
Covers          parts and labour; not the lamp and not the door seal

Claims: warranty@appliances.example.com
This paper belongs to an invented oven in a rendered loft.
`;

export const plantingList = `PLANTING LIST · 种植清单

Herb bed     sage 鼠尾草, thyme 百里香, rosemary 迷迭香, mint 薄荷
Terracotta   olive tree 橄榄树, two metres
Watering     every second evening from May to September
`;
