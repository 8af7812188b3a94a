// Bounds on the work that one file may ask for; a file beyond them is refused with the limit named.
// They are not limits of drawing: those are the graphics card's and are checked where it is known.

/** Vertices or indices in one accessor. Far above any avatar, low enough that one accessor fits in memory. */
export const MAX_ACCESSOR_ELEMENTS = 16_777_216;

/** Bytes of all geometry of one file after decompression. */
export const MAX_GEOMETRY_BYTES = 1_073_741_824;

/** Depth of the node tree. */
export const MAX_NODE_DEPTH = 512;

/** Morph slots (targets of all meshes together). */
export const MAX_MORPH_SLOTS = 8192;

/** Bytes of all vertex buffers of a description, counting what several nodes or targets share each time that it is used. */
export const MAX_DESCRIPTION_BYTES = 2_147_483_648;
