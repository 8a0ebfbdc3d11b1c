// socket.io with a room for each table: a command is counted, nothing of it is kept, and the room is sent a message.
const { createServer } = require("node:http");
const { Server } = require("socket.io");

const SIZE = 1700; // bytes of a message: a device's
const filling = "x".repeat(SIZE - 60);
const versions = new Map();
const http = createServer();
const io = new Server(http);

function news(table) {
  return { version: versions.get(table) ?? 0, filling };
}

io.on("connection", (socket) => {
  socket.on("join", (table) => {
    socket.join(table);
    socket.emit("update", news(table));
  });
  socket.on("command", (table) => {
    versions.set(table, (versions.get(table) ?? 0) + 1);
    io.to(table).emit("update", news(table));
  });
});
http.listen(Number(process.argv[2]), "127.0.0.1");
