package io.twophase.console;

import io.twophase.TwoPhase;
import io.twophase.console.http.Answer;
import io.twophase.console.http.OpenApi;
import io.twophase.console.http.Pages;
import io.twophase.console.http.Response;
import io.twophase.console.http.Role;
import io.twophase.console.http.Route;
import io.twophase.console.http.Route.Screen;
import io.twophase.console.http.Routes;
import io.twophase.console.screen.ActionScreens;
import io.twophase.console.screen.AuditScreen;
import io.twophase.console.screen.AuditScreen.Audits;
import io.twophase.console.screen.EventStreams;
import io.twophase.console.screen.FindScreen;
import io.twophase.console.screen.NowScreen;
import io.twophase.console.screen.Sampler;
import io.twophase.console.screen.Scans;
import io.twophase.console.screen.StatementScreens;
import io.twophase.console.screen.StoreScreens;
import io.twophase.console.screen.TransactionScreen;
import io.twophase.console.view.Redactor;
import io.twophase.ports.Store;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The routes of a console: all that it can be asked, as {@code routes.txt} lists it. */
final class Screens {

  private static final Pattern ROUTE =
      Pattern.compile("(?m)^((?:GET|POST) \\S+) (\\w+) (\\S+) (.*)\\n((?: .*\\n)*)");
  private static final Pattern PARAMETER = Pattern.compile("  (\\w+)(\\??) (.*)\\n");

  private Screens() {}

  static Routes of(TwoPhase twophase, Store store, ConsoleSettings settings) {
    Map<String, Screen> screens = live(twophase, store, settings);
    Scans scans = new Scans();
    Redactor redactor = settings.redactor();
    StoreScreens stored = new StoreScreens(twophase, store, redactor);
    StatementScreens statements = new StatementScreens(twophase, scans);
    screens.put("GET /find", new FindScreen(twophase, store, redactor, scans));
    screens.put("GET /transaction", new TransactionScreen(twophase, store, redactor));
    screens.put("GET /proof", stored::proof);
    screens.put("GET /batch", stored::batch);
    screens.put("GET /account", stored::account);
    screens.put("GET /account/statement", statements::page);
    screens.put("GET /account/statement.csv", statements::file);
    screens.put("GET /account/balance", statements::balance);
    screens.put("GET /document", stored::document);
    screens.put("GET /periods", stored::periods);
    screens.put("GET /consumers", stored::consumers);
    screens.putAll(
        new ActionScreens(twophase, redactor, () -> UUID.randomUUID().toString()).screens());
    List<Route> routes = new ArrayList<>();
    ROUTE
        .matcher(Pages.resource("routes.txt"))
        .results()
        .forEach(line -> routes.add(route(line, screens)));
    routes.add(
        new Route(
            "GET",
            "/openapi.json",
            "Sends this description.",
            Role.VIEWER,
            List.of(),
            Optional.empty(),
            Route.JSON,
            request -> new Answer.Sent(Response.json(200, OpenApi.of(routes, settings.base())))));
    return new Routes(routes);
  }

  /** The screens of what changes while somebody looks at it. */
  private static Map<String, Screen> live(
      TwoPhase twophase, Store store, ConsoleSettings settings) {
    InstantSource clock = settings.clock();
    EventStreams streams = new EventStreams(settings.base(), clock);
    NowScreen now = new NowScreen(new Sampler(store, clock), clock);
    AuditScreen audit =
        new AuditScreen(
            new Audits(watch -> twophase.audit().run(Optional.empty(), watch), clock),
            settings.redactor());
    Map<String, Screen> screens = new HashMap<>();
    screens.put("GET /now", now);
    screens.put("GET /now/events", streams.of("now-live", request -> now.model(true)));
    screens.put("GET /audit", audit);
    screens.put("POST /audit", audit::start);
    screens.put("POST /audit/stop", audit::stop);
    screens.put("GET /audit/events", streams.of("audit-live", audit::model));
    return screens;
  }

  /** The route of a line of the table, with the lines below it. */
  private static Route route(MatchResult line, Map<String, Screen> screens) {
    String[] address = line.group(1).split(" ", 2);
    boolean isFile = line.group(3).contains("/");
    return new Route(
        address[0],
        address[1],
        line.group(4),
        Role.valueOf(line.group(2)),
        PARAMETER
            .matcher(line.group(5))
            .results()
            .map(one -> new Route.Parameter(one.group(1), one.group(3), one.group(2).isEmpty()))
            .toList(),
        isFile ? Optional.empty() : Optional.of(line.group(3)),
        isFile ? line.group(3) : Route.JSON,
        Objects.requireNonNull(screens.get(line.group(1)), line.group(1)));
  }
}
