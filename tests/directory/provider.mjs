// A real OpenID Connect provider (npm's oidc-provider) on loopback: node provider.mjs FOLDER PORT REDIRECT_URI...
// FOLDER has its packages. POST /test changes its people, or what it says wrongly: `spoil` remakes the next signed token.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, port, ...redirects] = process.argv.slice(2);
const require = createRequire(`${folder}/`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { Provider } = await load("oidc-provider");
const jose = await load("jose");

const issuer = `http://127.0.0.1:${port}`;
const key = async (kid) => {
  const { privateKey } = await jose.generateKeyPair("RS256", { extractable: true });
  return { ...(await jose.exportJWK(privateKey)), kid, alg: "RS256", use: "sig" };
};
const [ours, foreign] = [await key("ours"), await key("ours")];
const people = {};
let spoil = null;

const found = (sub) => Object.values(people).find((one) => one.sub === sub);
const account = (_ctx, sub) =>
  found(sub) && {
    accountId: sub,
    claims: () => found(sub).claims,
  };

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "casino",
      client_secret: "a-secret-of-the-tests",
      redirect_uris: redirects,
      grant_types: ["authorization_code", "refresh_token"],
    },
  ],
  jwks: { keys: [ours] },
  cookies: { keys: ["of the tests"] },
  claims: {
    openid: ["sub", "acr", "amr"],
    profile: ["preferred_username", "given_name", "family_name", "name", "locale", "groups"],
  },
  features: { devInteractions: { enabled: false } },
  findAccount: account,
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  issueRefreshToken: () => spoil?.refresh !== false,
  rotateRefreshToken: true,
  loadExistingGrant: async (ctx) => {
    const { accountId } = ctx.oidc.session;
    const grant = new provider.Grant({ clientId: "casino", accountId });
    grant.addOIDCScope("openid profile offline_access");
    await grant.save();
    return grant;
  },
});

const read = async (req) => {
  let body = "";
  for await (const part of req) body += part;
  return body;
};

const page = (uid) => `<!doctype html><html lang="es"><title>Directorio</title>
<h1>Directorio de la casa</h1><form method="post" action="/interaction/${uid}">
<p><label>Usuario <input name="login" autofocus></label></p>
<p><label>Clave <input name="password" type="password"></label></p>
<button>Entrar</button></form></html>`;

const interact = async (ctx) => {
  const { uid } = await provider.interactionDetails(ctx.req, ctx.res);
  const said = new URLSearchParams(ctx.method === "POST" ? await read(ctx.req) : "");
  const person = people[said.get("login")];
  if (person && person.password === said.get("password")) {
    const login = { accountId: person.sub, amr: person.amr, acr: person.acr };
    ctx.respond = false;
    return provider.interactionFinished(ctx.req, ctx.res, { login }, { mergeWithLastSubmission: false });
  }
  ctx.type = "html";
  ctx.body = page(uid);
};

const told = async (ctx) => {
  const said = JSON.parse(await read(ctx.req));
  if (said.people) {
    for (const name of Object.keys(people)) delete people[name];
    Object.assign(people, said.people);
  }
  spoil = said.spoil ?? null;
  ctx.body = {};
};

const remade = async (token) => {
  const { foreign: other, none, without = [], ...claims } = spoil;
  const said = { ...jose.decodeJwt(token), ...claims };
  for (const name of without) delete said[name];
  if (none) return new jose.UnsecuredJWT(said).encode();
  const made = new jose.SignJWT(said).setProtectedHeader({ alg: "RS256", kid: "ours" });
  return made.sign(await jose.importJWK(other ? foreign : ours, "RS256"));
};

provider.use(async (ctx, next) => {
  if (ctx.path === "/test") return told(ctx);
  if (ctx.path.startsWith("/interaction/")) return interact(ctx);
  await next();
  if (spoil && ctx.oidc?.route === "token" && ctx.body?.id_token) {
    ctx.body.id_token = await remade(ctx.body.id_token);
  }
  if (spoil?.issuer && ctx.oidc?.route === "discovery") ctx.body.issuer = spoil.issuer;
});

process.stdin.on("end", () => process.exit()).resume(); // with whoever started it
provider.listen(Number(port), "127.0.0.1", () => console.log("ready"));
