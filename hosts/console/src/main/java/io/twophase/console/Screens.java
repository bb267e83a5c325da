package io.twophase.console;

import io.twophase.TwoPhase;
import io.twophase.console.action.ActionRoutes;
import io.twophase.console.http.Response;
import io.twophase.console.page.Answer;
import io.twophase.console.page.OpenApi;
import io.twophase.console.page.Route;
import io.twophase.console.page.Routes;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The routes of a console: all that it can be asked. */
final class Screens {

  private Screens() {}

  static Routes of(TwoPhase twophase, Store store, ConsoleSettings settings) {
    List<Route> routes = new ArrayList<>(LiveScreens.of(twophase, store, settings));
    routes.addAll(StoreScreens.of(twophase, store, settings.redactor()));
    routes.addAll(
        new ActionRoutes(
                twophase,
                settings.redactor(),
                () -> HexFormat.of().formatHex(settings.secrets().get()))
            .routes());
    routes.add(
        Route.file(
            "/openapi.json",
            "Sends this description.",
            "application/json",
            request -> new Answer.Sent(Response.json(200, OpenApi.of(routes, settings.base())))));
    return new Routes(routes);
  }
}
