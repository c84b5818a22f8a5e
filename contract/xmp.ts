/** Terms of the IPTC vocabulary "Digital Source Type". */
export const DIGITAL_SOURCE_TYPES = {
  generated: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  /** A generated image that contains a photo. */
  composite: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
} as const;

export type DigitalSource = keyof typeof DIGITAL_SOURCE_TYPES;

/** An XMP packet (ISO 16684-1) which says that AI made the image, and with which product. */
export const xmpPacket = (source: DigitalSource): string =>
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<Iptc4xmpExt:DigitalSourceType>${DIGITAL_SOURCE_TYPES[source]}</Iptc4xmpExt:DigitalSourceType>
<xmp:CreatorTool>Thumbforge</xmp:CreatorTool>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
