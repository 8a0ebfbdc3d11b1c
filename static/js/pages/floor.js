import "../elapsed.js";
import "../floor/alerts.js";
import "../floor/tables.js";
import "./door.js";
import "../rail.js";
