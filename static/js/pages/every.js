import "../wrong.js";
import "../words.js";
