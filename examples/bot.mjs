// A bot for tilerummy in JavaScript, for Node: it keeps its jokers and waits for five tiles.
//
//     tilerummy arena --rules jumbo --seats "program:node examples/bot.mjs,greedy"
//
// docs/bot-protocol.md describes the lines that are read and written here.
import { createInterface } from "node:readline";

function write(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

function chosen(question) {
  const found = Object.fromEntries(question.choices.map((choice) => [choice.choice, choice]));
  if (found["whole-rack"]) return found["whole-rack"].action;
  const opened = question.opened.includes(question.seat);
  const careful = found["without-jokers"];
  if (!opened) return (careful ?? found["most-tiles"] ?? found["wait"]).action;
  if (question.pool === 0) return (found["most-tiles"] ?? found["wait"]).action;
  return careful && careful.tiles >= 5 ? careful.action : found["wait"].action;
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") write({ type: "hello", protocol: 1, name: "five at once" });
  if (message.type === "act") write({ id: message.id, action: chosen(message) });
}
