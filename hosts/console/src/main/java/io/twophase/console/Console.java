package io.twophase.console;

import io.twophase.TwoPhase;
import io.twophase.console.http.Answer;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Pages;
import io.twophase.console.http.Request;
import io.twophase.console.http.Request.BadRequestException;
import io.twophase.console.http.Response;
import io.twophase.console.http.Role;
import io.twophase.console.http.Route;
import io.twophase.console.http.Routes;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The console of one store: answers requests, whatever serves HTTP. It is read-only unless its
 * settings allow actions: then each action is a {@code POST} of an operator, and no other request
 * changes anything in the store. Thread-safe.
 *
 * <p>Every response forbids the browser to run any script but the console's own, to send a form
 * elsewhere, to be shown in a frame, and to keep what it shows.
 */
public final class Console implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Console.class);

  private static final List<String> PATHS =
      List.of("/now", "/find", "/consumers", "/periods", "/audit", "/actions");

  private static final String SIGN_IN = "/sign-in";
  private static final String SIGN_OUT = "/sign-out";

  private final ConsoleSettings settings;
  private final Routes routes;
  private final Pages pages = new Pages();
  private final Assets assets = new Assets();
  private final Sessions sessions;

  /** A console with these routes. */
  Console(ConsoleSettings settings, Routes routes) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.routes = routes;
    this.sessions = new Sessions(settings.base());
  }

  /**
   * The console of a store.
   *
   * @param twophase over {@code store}; whoever opened them closes them, after the console, which
   *     its server closes
   */
  public static Console over(TwoPhase twophase, Store store, ConsoleSettings settings) {
    return new Console(settings, Screens.of(twophase, store, settings));
  }

  /** Ends its streams, and reads nothing more by itself. Idempotent. */
  @Override
  public void close() {
    routes.all().forEach(route -> route.screen().close());
  }

  /** Returns where it is mounted. */
  String base() {
    return settings.base();
  }

  /** Returns whether it must not be reached from another machine. */
  boolean isLocal() {
    return settings.access().isLocal();
  }

  /**
   * Answers a request. Any fault is an answer too; only a caller that goes away while a body is
   * written makes that throw.
   *
   * @throws IOException if the body cannot be read
   */
  public Response handle(Request received) throws IOException {
    return Headers.secured(answered(received));
  }

  private Response answered(Request received) throws IOException {
    String path = received.path();
    boolean isBelow = path.equals(settings.base()) || path.startsWith(settings.base() + "/");
    Request bare = received.at(isBelow ? path.substring(settings.base().length()) : path);
    if (!isBelow) {
      return declined(bare, 404, "NoSuchPage", "the console is at " + settings.base());
    }
    try {
      Request request = bare.read();
      Optional<Response> asset = assets.find(request);
      return asset.isPresent() ? asset.orElseThrow() : admitted(request);
    } catch (BadRequestException wrong) {
      return declined(bare, 400, "BadRequest", String.valueOf(wrong.getMessage()));
    } catch (StoreException fault) {
      return declined(bare, 503, "StoreUnavailable", String.valueOf(fault.getMessage()));
    } catch (RuntimeException fault) {
      LOG.error("the console could not answer {} {}", bare.method(), bare.path(), fault);
      return declined(bare, 500, "Fault", "the console could not answer; its log has the fault");
    }
  }

  private Response admitted(Request request) {
    if (isLocal() && !Headers.isLocal(request)) {
      return declined(
          request,
          403,
          "WrongHost",
          "without tokens the console answers at localhost and 127.0.0.1 only");
    }
    if (request.path().equals(SIGN_IN) && settings.access().hasSignIn()) {
      return signIn(request);
    }
    Instant now = settings.clock().instant();
    Optional<Caller> caller =
        settings.access().caller(request).or(() -> sessions.caller(request, now));
    if (caller.isEmpty()) {
      return settings.access().hasSignIn() && !Routes.isApi(request.path())
          ? Response.seeOther(
              settings.base()
                  + SIGN_IN
                  + "?to="
                  + Links.encoded(
                      request.path() + "?" + Links.query(new TreeMap<>(request.parameters()))))
          : declined(request, 401, "WhoAsks", "the request does not show who sends it");
    }
    return routed(request.by(caller.orElseThrow()), caller.orElseThrow());
  }

  private Response signIn(Request request) {
    String to = wanted(request);
    if (!request.method().equals("POST")) {
      return shown(request, 200, "sign-in", Map.of("to", to));
    }
    requireSameOrigin(request);
    Map<String, Object> wrong = Map.of("message", "Nobody has this token.", "to", to);
    Instant now = settings.clock().instant();
    boolean isSecure = Headers.isSecure(request);
    return request
        .parameter("token")
        .flatMap(settings.access()::signIn)
        .map(one -> sessions.begin(Response.seeOther(settings.base() + to), one, now, isSecure))
        .orElseGet(() -> shown(request, 403, "sign-in", wrong));
  }

  /** The page of this console that is wanted; servers cut other characters to their last byte. */
  private static String wanted(Request request) {
    return request.parameter("to").filter(to -> to.matches("/(?!/)[!-\\[\\]-~]*")).orElse("/");
  }

  private Response routed(Request request, Caller caller) {
    if (request.path().isEmpty() || request.path().equals("/")) {
      return Response.seeOther(settings.base() + "/now");
    }
    boolean isReading = request.isReading();
    if (!isReading) {
      requireSameOrigin(request);
    } else if (Headers.isLoadedByAnother(request)) {
      return declined(request, 403, "OtherSite", "a page of another site loads nothing from here");
    }
    if (request.path().equals(SIGN_OUT) && request.method().equals("POST")) {
      return sessions.end(Response.seeOther(settings.base() + SIGN_IN));
    }
    Optional<Route> route = routes.find(isReading ? "GET" : request.method(), request.path());
    if (route.isEmpty()) {
      return notThere(request);
    }
    if (route.orElseThrow().role() == Role.OPERATOR && !settings.actions()) {
      return declined(
          request, 403, "ReadOnly", "this console is read-only: it was started without actions");
    }
    if (!caller.role().includes(route.orElseThrow().role())) {
      return declined(request, 403, "NotAnOperator", caller.name() + " may look, and not act");
    }
    boolean isApi = Routes.isApi(request.path());
    if (!isReading && isApi && !Headers.isJson(request)) {
      return declined(
          request, 415, "NotJson", "a script sends JSON: Content-Type: application/json");
    }
    // no page of another site can send JSON without asking first, which is never allowed
    boolean needsForm = !isReading && !isApi;
    if (needsForm && !sessions.isForm(request, caller)) {
      return declined(
          request,
          403,
          "NotFromForm",
          "the request does not come from a form of this console: open the form again");
    }
    return response(
        Headers.isOfAnother(request) ? request.without("scan") : request, route.orElseThrow());
  }

  private Response notThere(Request request) {
    var methods = routes.methods(request.path());
    return methods.isEmpty()
        ? declined(request, 404, "NoSuchPage", "there is no page " + request.path())
        : declined(
                request,
                405,
                "NoSuchMethod",
                request.path() + " takes " + String.join(", ", methods))
            .with("Allow", String.join(", ", methods));
  }

  private static void requireSameOrigin(Request request) {
    if (!Headers.isSameOrigin(request)) {
      throw new BadRequestException("the request comes from a page of another site");
    }
  }

  private Response response(Request request, Route route) {
    boolean isApi = Routes.isApi(request.path());
    return route
        .screen()
        .answer(request)
        .fold(
            shown ->
                isApi
                    ? Response.json(200, shown.model())
                    : shown(request, 200, route.template().orElseThrow(), shown.model()),
            declined -> declined(request, declined.status(), declined.kind(), declined.message()),
            done ->
                isApi
                    ? Response.json(done.status(), done.model())
                    : Response.seeOther(settings.base() + done.address()),
            Answer.Sent::response);
  }

  private Response declined(Request request, int status, String kind, String message) {
    Map<String, Object> model = Json.object("kind", kind, "message", message);
    return Routes.isApi(request.path())
        ? Response.json(status, model)
        : page(request, status, "declined", words(kind), model);
  }

  private Response shown(Request request, int status, String template, Map<String, Object> model) {
    String title = words(template) + request.parameter("id").map(id -> " " + id).orElse("");
    return page(request, status, template, title, model);
  }

  /** A page, with what all pages show. */
  private Response page(
      Request request, int status, String template, String title, Map<String, Object> model) {
    Instant now = settings.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    Map<String, Object> page = new HashMap<>(model);
    page.put("title", title);
    page.put("base", settings.base());
    page.put("assets", assets.version());
    page.put("now", now.toString());
    page.put("actions", settings.actions());
    page.put("signsOut", settings.access().hasSignIn() && request.caller().isPresent());
    for (Caller caller : request.caller().stream().toList()) {
      page.put("screens", screens(request.path()));
      page.put("caller", caller.name());
      page.put("acts", settings.actions() && caller.role() == Role.OPERATOR);
      page.put(Sessions.FORM, sessions.form(caller));
      page.put("fields", Json.pairs("name", request.fields()));
    }
    return Response.html(status, pages.render(template, page, now));
  }

  /**
   * The screens that every page leads to, as a page shows them that is at this path or below it.
   */
  private static List<Map<String, Object>> screens(String path) {
    return PATHS.stream()
        .map(
            screen -> {
              boolean isCurrent = path.equals(screen) || path.startsWith(screen + "/");
              String name = words(screen.substring(1));
              return Json.object("path", screen, "name", name, "isCurrent", isCurrent);
            })
        .toList();
  }

  /** The words of a name such as {@code sign-in} or {@code NoSuchPage}. */
  private static String words(String name) {
    String words =
        name.replace('-', ' ').replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
