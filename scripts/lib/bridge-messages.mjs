// What a bridge says first, for pages whose bridge a script or a test plays (docs/protocol.md).
// It opens no socket.

export const hello = {
  type: "hello",
  protocol: "doppel.mocap.v1",
  bridge: "0.1.0",
  session: "1",
  source: "natnet",
  time: 1,
};

/** Without `state`, `code` and `message`, which say what is the matter. */
export const status = {
  type: "status",
  server: "",
  coordinates: "unknown",
  rate: 0,
  clockError: null,
  undescribed: [],
  absent: [],
  source: {},
};
