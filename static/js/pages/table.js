import "../elapsed.js";
import "./door.js";
import "../table_page.js";
import "../rail.js";
