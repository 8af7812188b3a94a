// Several changes of the store as one: panels render once. For rooms that know no signals library.
// Nothing else.
export { batch } from "@preact/signals";
