package io.twophase.console;

import io.twophase.TwoPhase;
import io.twophase.console.live.Audits;
import io.twophase.console.live.EventStreams;
import io.twophase.console.live.Sampler;
import io.twophase.console.page.Pages;
import io.twophase.console.page.Route;
import io.twophase.console.screen.AuditScreen;
import io.twophase.console.screen.NowScreen;
import io.twophase.ports.Store;
import java.util.List;
import java.util.Optional;

/** The routes of what changes while somebody looks at it. */
final class LiveScreens {

  private LiveScreens() {}

  static List<Route> of(TwoPhase twophase, Store store, ConsoleSettings settings) {
    Pages pages = new Pages();
    EventStreams streams = new EventStreams(EventStreams.MOST);
    NowScreen now =
        new NowScreen(new Sampler(store, settings.clock(), Sampler.PERIOD), settings.clock());
    AuditScreen audit =
        new AuditScreen(
            new Audits(watch -> twophase.audit().run(Optional.empty(), watch), settings.clock()),
            settings.redactor());
    return List.of(
        Route.page(
            "/now",
            "What is under way: transactions by state, what is stuck and why, owners,"
                + " authorizations that expire, decisions and their latency.",
            "now",
            now),
        Route.file(
            "/now/events",
            "The same as server-sent events, each with the piece of the page that has changed.",
            "text/event-stream",
            now.events(streams, pages, settings.base())),
        Route.page(
            "/audit",
            "The audit that is under way, and what the last one has found.",
            "audit",
            audit),
        Route.run(
            "/audit", "Start an audit, which reads everything and changes nothing.", audit::start),
        Route.run("/audit/stop", "Stop the audit that is under way.", audit::stop),
        Route.file(
            "/audit/events",
            "The same as server-sent events, each with the piece of the page that has changed.",
            "text/event-stream",
            audit.events(streams, pages, settings.base(), settings.clock())));
  }
}
